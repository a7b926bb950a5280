import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";

/** Reports whether this browser has passkeys. */
export const hasPasskeys = browserSupportsWebAuthn;

/** A browser's answer, as the API takes it. */
type Answer = Record<string, unknown>;

/** Asks for a passkey with options of the API. */
export const askPasskey = (options: unknown): Promise<Answer> =>
  told(startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }), "was used");

/** Makes a passkey with options of the API. */
export const makePasskey = (options: unknown): Promise<Answer> =>
  told(startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }), "was made");

async function told(answer: Promise<object>, what: string): Promise<Answer> {
  try {
    return (await answer) as Answer;
  } catch (cause) {
    const known = (cause as Partial<Error> | null)?.name === "InvalidStateError";
    throw new Error(
      known
        ? "This device or key has a passkey of your account already."
        : `No passkey ${what}. Try again, or choose another way.`,
      { cause },
    );
  }
}
