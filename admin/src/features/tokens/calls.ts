import { body } from "@academy/shared/api/client";
import useSWR, { mutate } from "swr";
import { api } from "@/api/client";
import type { Token, TokenWithSecret } from "@/api/types";

const TOKENS = "/admin/tokens";

/** Every token, the newest first. */
export function useTokens() {
  return useSWR<Token[], unknown>(TOKENS, () => body(api.GET(TOKENS)));
}

/** Runs a write, and reads the list again whatever came of it. */
async function writing<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } finally {
    await mutate(TOKENS);
  }
}

/** Makes a token; the answer alone has its secret. */
export const makeToken = (name: string, scopes: Token["scopes"], expires_at: string | null): Promise<TokenWithSecret> =>
  writing(body(api.POST(TOKENS, { body: { name, scopes, expires_at } })));

export const revokeToken = (id: string) =>
  writing(body(api.DELETE("/admin/tokens/{id}", { params: { path: { id } } })));
