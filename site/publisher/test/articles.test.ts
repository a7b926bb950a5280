import { afterEach, beforeEach, expect, test } from "vitest";
import { wholeSnapshot } from "@/content/source";
import { CMS, NotGiven } from "../cms";
import { Keys } from "../keys";
import { ContractCMS } from "./cms";

let contract: ContractCMS;
beforeEach(async () => {
  contract = new ContractCMS();
  await contract.listen();
  for (const slug of ["one", "two", "three", "four", "ಐದು"]) contract.write({ slug });
});
afterEach(() => contract.close());

const ids = () => contract.whole().articles.map((article) => article.id);
const sorted = (list: string[]) => [...list].sort();

async function asked(secret: string, fingerprint: string, wanted: string[]): Promise<string[]> {
  const cms = new CMS(contract.url, new Keys(secret));
  return (await cms.articles(fingerprint, wanted)).map((article) => article.id);
}

test("texts that do not fit into one answer are asked for again", async () => {
  const { fingerprint } = contract.whole();
  contract.atOnce = 2;
  expect(sorted(await asked(contract.secret, fingerprint, ids()))).toEqual(sorted(ids()));
});

test("an article that the snapshot does not have is asked for once", async () => {
  const { fingerprint } = contract.whole();
  expect(await asked(contract.secret, fingerprint, ["nobody"])).toEqual([]);
});

test("texts are given to who signs with the CMS's key", async () => {
  const { fingerprint } = contract.whole();
  const other = `whsec_${Buffer.from("another secret, also of 32 bytes").toString("base64")}`;
  await expect(asked(other, fingerprint, ids())).rejects.toThrow(NotGiven);
});

test("a full build reads every text without a secret", async () => {
  const read = await wholeSnapshot({ CMS_API_URL: contract.url, NODE_ENV: "test" });
  expect(read).toEqual(contract.whole());
});

test("a full build takes articles without the focus of their banner, which their hash does not have", async () => {
  contract.focus = { x: 25, y: 75.5 };
  contract.write({ slug: "one", content: '<p>,"focus":{"x":1}}</p>' });
  const read = await wholeSnapshot({ CMS_API_URL: contract.url, NODE_ENV: "test" });
  contract.focus = undefined;
  expect(read).toEqual(contract.whole());
});

test("a full build of content that changes while it is read begins again", async () => {
  let changes = 2;
  contract.afterSnapshot = () => {
    if (changes-- > 0) contract.write({ slug: "one", content: `<p>Change ${changes}</p>` });
  };
  const read = await wholeSnapshot({ CMS_API_URL: contract.url, NODE_ENV: "test" });
  expect(changes).toBeLessThan(0);
  expect(read.articles).toEqual(contract.whole().articles);

  contract.afterSnapshot = () => contract.write({ slug: "one", content: `<p>${Math.random()}</p>` });
  await expect(wholeSnapshot({ CMS_API_URL: contract.url, NODE_ENV: "test" })).rejects.toThrow("another snapshot");
});

test("a CMS that answers with other articles is not asked for ever", async () => {
  const { fingerprint } = contract.whole();
  contract.atOnce = 1;
  contract.anyArticles = true;
  expect(await asked(contract.secret, fingerprint, ids())).toEqual(ids().slice(0, 1));
});
