import { body } from "@academy/shared/api/client";
import useSWR, { mutate } from "swr";
import { api, ifMatch } from "@/api/client";
import { refreshList } from "@/api/lists";
import type { Delivery, Endpoint, EndpointWithSecret } from "@/api/types";
import { NAME as DELIVERIES } from "./deliveries";

const KEY = "/admin/webhooks";
/** What happened to an endpoint last is looked for this often, in milliseconds. */
const LOOK = 5000;

/** What a person sets of an endpoint. */
export type EndpointForm = Pick<Endpoint, "name" | "url" | "kind" | "active" | "leads" | "interval_seconds">;

/** Who is told of changes besides the publisher, by name. Only administrators may ask. */
export function useEndpoints(may: boolean, refreshInterval = LOOK) {
  return useSWR<Endpoint[], unknown>(may ? KEY : null, () => body(api.GET(KEY)), {
    refreshInterval,
  });
}

/** Stores a new endpoint; the answer alone has its secret. */
export async function addEndpoint(form: EndpointForm): Promise<EndpointWithSecret> {
  const made = await body(api.POST(KEY, { body: form }));
  await refresh();
  return made;
}

/** Fails with 412 and the newest endpoint when it is not any more as it was at that revision. */
export async function changeEndpoint(
  id: string,
  revision: number | undefined,
  changes: Partial<EndpointForm>,
): Promise<Endpoint> {
  const changed = await body(
    api.PUT("/admin/webhooks/{id}", { params: { path: { id }, header: ifMatch(revision) }, body: changes }),
  );
  await refresh();
  return changed;
}

/** Fails with 412 when it is not any more as it was at that revision. */
export async function deleteEndpoint(id: string, revision: number | undefined): Promise<void> {
  try {
    await body(api.DELETE("/admin/webhooks/{id}", { params: { path: { id }, header: ifMatch(revision) } }));
  } finally {
    await refresh();
  }
}

/** Gives an endpoint another secret; the answer alone has it. Fails as deleteEndpoint does. */
export async function rotateSecret(id: string, revision: number | undefined): Promise<EndpointWithSecret> {
  try {
    const params = { path: { id }, header: ifMatch(revision) };
    return await body(api.POST("/admin/webhooks/{id}/secret", { params }));
  } finally {
    await refresh();
  }
}

/** Sends one message now and returns what became of it. */
export async function testEndpoint(id: string): Promise<Delivery> {
  try {
    return await body(api.POST("/admin/webhooks/{id}/test", { params: { path: { id } } }));
  } finally {
    await refresh();
  }
}

export async function refreshEndpoints(): Promise<void> {
  await mutate(KEY);
}

async function refresh() {
  await Promise.all([refreshEndpoints(), refreshList(DELIVERIES)]);
}
