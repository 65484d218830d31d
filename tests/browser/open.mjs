/**
 * Opens a page in headless Chromium and prints what stands in it when it has come to its end: `node open.mjs CHROMIUM URL`.
 */

import { chromium } from "playwright-core";

const [executablePath, url] = process.argv.slice(2);

// No sandbox, for this runs as root; and nothing that a browser would ask the world for by itself.
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
];
const browser = await chromium.launch({ executablePath, args });
try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => console.error(error));
  await page.goto(url);
  const answers = page.locator("#answers");
  await answers.filter({ hasText: "that is all" }).waitFor({ timeout: 120_000 });
  process.stdout.write(await answers.textContent());
} finally {
  await browser.close();
}
