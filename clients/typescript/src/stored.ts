/** What calls about house rules that a server keeps are asked with. */

import type { CallOptions } from "./calls.js";
import { senseless } from "./errors.js";
import type { StoredRuleSet } from "./gen/referee/v1/rule_set_store_service_pb.js";

/** How what a server keeps is changed. */
export interface ChangeOptions extends CallOptions {
  /**
   * A UUID of the caller's choice; the same request under the same id is answered as the first time. One is made for each
   * call that has none, so that an attempt whose answer was lost is repeated safely.
   */
  readonly requestId?: string;
}

/** How a source is kept. */
export interface KeepOptions extends ChangeOptions {
  /** That of the latest revision of the name; left out where there is none yet. */
  readonly etag?: string;
  /** Only say what would be answered. */
  readonly validateOnly?: boolean;
}

/** Which revision is asked about. */
export interface RevisionOptions extends CallOptions {
  /** Left out: the latest. */
  readonly revision?: number;
  /** Its YAML, too. */
  readonly withSource?: boolean;
}

/** The id of a request: the caller's, or a random UUID (version 4 of RFC 9562). */
export function identified(id: string | undefined): string {
  if (id !== undefined && id !== "") {
    return id;
  }
  const bytes = crypto.getRandomValues(new Uint8Array(16)); // pages by http have no crypto.randomUUID
  const digits = [...bytes].map((byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, "0") + ([3, 5, 7, 9].includes(index) ? "-" : "");
  });
  return digits.join("");
}

/** The rule set of an answer that has one. */
export function kept(ruleSet: StoredRuleSet | undefined): StoredRuleSet {
  if (ruleSet === undefined) {
    throw senseless("the server's answer lacks the rule set");
  }
  return ruleSet;
}

interface Page {
  readonly ruleSets: StoredRuleSet[];
  readonly nextPageToken: string;
}

/** Everything on all pages. */
export async function pages(ask: (pageToken: string) => Promise<Page>): Promise<StoredRuleSet[]> {
  const listed: StoredRuleSet[] = [];
  for (let pageToken = ""; ;) {
    const page = await ask(pageToken);
    listed.push(...page.ruleSets);
    pageToken = page.nextPageToken;
    if (pageToken === "") {
      return listed;
    }
  }
}
