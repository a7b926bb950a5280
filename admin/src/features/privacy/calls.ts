import { body } from "@academy/shared/api/client";
import useSWR from "swr";
import { api } from "@/api/client";
import type { PersonErasure, PersonExport, Retention } from "@/api/types";

/** For how long people's data stay. */
export function useRetention() {
  return useSWR<Retention, unknown>("/people/retention", () => body(api.GET("/people/retention")));
}

/** Everything that is stored of a person. */
export function exportPerson(address: string): Promise<PersonExport> {
  return body(api.POST("/people/export", { body: { address } }));
}

/** Removes what is stored of a person, for good. */
export function erasePerson(address: string): Promise<PersonErasure> {
  return body(api.POST("/people/erase", { body: { address } }));
}
