import { connect, send, TIMEOUT_SECONDS } from "@academy/shared/api/client";
import { confirmed, needsConfirmation } from "./confirm";
import { inTurn, replacing, signedInAgain, takePlace } from "./gate";

/** The one door to the API. Calls stand in each feature's `calls.ts`; a call fails with ApiError or NetworkError. */
export const api = connect({
  baseUrl: `${window.location.origin}/api`,
  fetch: async (request) => {
    // A body can be sent once; the copy is for a second time.
    const copy = request.clone();
    const place = takePlace();
    const { pathname } = new URL(request.url);
    const timeout = LONG.test(pathname) ? 20 * TIMEOUT_SECONDS : TIMEOUT_SECONDS;
    const sent = send(request, timeout);
    const call = `${request.method} ${pathname}`;
    const answer = await (REPLACING.has(call) ? replacing(sent) : sent);
    if (await needsConfirmation(answer)) return (await confirmed()) ? send(copy, timeout) : answer;
    if (answer.status !== 401 || CREDENTIALS.has(call)) return answer;
    if (!(await signedInAgain(place))) return answer;
    const again = () => send(copy, timeout);
    return copy.method === "GET" ? again() : inTurn(again);
  },
});

/** Options of a read of public content: without credentials, and never a copy that the browser kept. */
export const ANONYMOUS = { credentials: "omit", cache: "no-store" } as const;

/** Calls whose 401 is about what was given to sign in with, or the very question who is signed in. */
const CREDENTIALS = new Set(["GET /api/auth/me", "POST /api/auth/login", "POST /api/auth/phone/verify-otp"]);

/** Calls that end every session of the account, this one too, and begin a new one. */
const REPLACING = new Set(["POST /api/auth/password", "POST /api/auth/sessions/end-others", "PUT /api/auth/me"]);

/** Calls that the server gives ten minutes: they read every file of a release. */
const LONG = /^\/api\/publish\/releases\/[^/]+\/verify$/;

/** The header that makes a write fail with 412 when somebody else was faster. */
export function ifMatch(revision: number | undefined): { "If-Match"?: string } {
  return revision === undefined ? {} : { "If-Match": entityTag(revision) };
}

/** The ETag of a revision. */
export const entityTag = (revision: number) => `"${revision}"`;
