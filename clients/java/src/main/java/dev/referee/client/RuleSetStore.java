package dev.referee.client;

import static java.util.Objects.requireNonNull;

import dev.referee.v1.CreateRuleSetRequest;
import dev.referee.v1.CreateRuleSetResponse;
import dev.referee.v1.DeleteRuleSetRequest;
import dev.referee.v1.GetStoredRuleSetRequest;
import dev.referee.v1.ListRuleSetRevisionsRequest;
import dev.referee.v1.ListRuleSetRevisionsResponse;
import dev.referee.v1.ListStoredRuleSetsRequest;
import dev.referee.v1.ListStoredRuleSetsResponse;
import dev.referee.v1.RuleSetStoreServiceGrpc;
import dev.referee.v1.StoredRuleSet;
import java.util.ArrayList;
import java.util.List;

/**
 * House rules that the server keeps, in revisions that never change: the questions of a {@link
 * RefereeClient} about them, from {@link RefereeClient#store}.
 *
 * <p>What changes something carries a request id, one for each call and all its attempts, so that
 * an attempt whose answer was lost is repeated safely.
 */
public final class RuleSetStore {
  private final Calls calls;

  RuleSetStore(Calls calls) {
    this.calls = calls;
  }

  /**
   * Keeps a source as the next revision of the name it gives itself; of a source with mistakes
   * nothing is kept, and the answer has diagnostics. Where the etag is not that of the latest
   * revision the call fails with ETAG_OUTDATED, or RULE_SET_EXISTS if there was none, and "etag"
   * among the metadata is the one it should have been.
   */
  public CreateRuleSetResponse createRuleSet(Rules.Source source, Keeping keeping) {
    CreateRuleSetRequest request =
        CreateRuleSetRequest.newBuilder()
            .setSource(source.yaml())
            .setEtag(keeping.etag())
            .setRequestId(keeping.identified())
            .setValidateOnly(keeping.validateOnly())
            .build();
    return calls.ask(RuleSetStoreServiceGrpc.getCreateRuleSetMethod(), request);
  }

  /** The latest revision of a name. */
  public StoredRuleSet getStoredRuleSet(String name, boolean withSource) {
    return getStoredRuleSet(name, 0, withSource);
  }

  /** One revision of a name, 0 being the latest, and its YAML where withSource says so. */
  public StoredRuleSet getStoredRuleSet(String name, int revision, boolean withSource) {
    GetStoredRuleSetRequest request =
        GetStoredRuleSetRequest.newBuilder()
            .setName(name)
            .setRevision(revision)
            .setWithSource(withSource)
            .build();
    return calls.ask(RuleSetStoreServiceGrpc.getGetStoredRuleSetMethod(), request).getRuleSet();
  }

  /** The latest revision of every name, by name. */
  public List<StoredRuleSet> listStoredRuleSets() {
    List<StoredRuleSet> listed = new ArrayList<>();
    String token = "";
    do {
      ListStoredRuleSetsResponse page =
          calls.ask(
              RuleSetStoreServiceGrpc.getListStoredRuleSetsMethod(),
              ListStoredRuleSetsRequest.newBuilder().setPageToken(token).build());
      listed.addAll(page.getRuleSetsList());
      token = page.getNextPageToken();
    } while (!token.isEmpty());
    return List.copyOf(listed);
  }

  /** All revisions of a name, the latest first. */
  public List<StoredRuleSet> listRuleSetRevisions(String name) {
    List<StoredRuleSet> listed = new ArrayList<>();
    String token = "";
    do {
      ListRuleSetRevisionsResponse page =
          calls.ask(
              RuleSetStoreServiceGrpc.getListRuleSetRevisionsMethod(),
              ListRuleSetRevisionsRequest.newBuilder().setName(name).setPageToken(token).build());
      listed.addAll(page.getRuleSetsList());
      token = page.getNextPageToken();
    } while (!token.isEmpty());
    return List.copyOf(listed);
  }

  /**
   * Takes a name off the lists, whose latest revision has that etag; its revisions are still found
   * as "casa@2" and by digest.
   */
  public void deleteRuleSet(String name, String etag) {
    deleteRuleSet(name, Keeping.after(etag));
  }

  /** The same under a request id of the caller's own; nothing else of {@code seen} is looked at. */
  public void deleteRuleSet(String name, Keeping seen) {
    DeleteRuleSetRequest request =
        DeleteRuleSetRequest.newBuilder()
            .setName(requireNonNull(name, "name"))
            .setEtag(seen.etag())
            .setRequestId(seen.identified())
            .build();
    var unused = calls.ask(RuleSetStoreServiceGrpc.getDeleteRuleSetMethod(), request);
  }
}
