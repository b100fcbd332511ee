const NOT_USED = 'No passkey was used. The request was cancelled, or this browser has none for this site.';
const NOT_MADE = 'No passkey was added. The request was cancelled, or this device already has one.';

/**
 * Asks the browser for one of the passkeys that are asked for.
 * @returns what the service takes as `passkey`. @throws Error where the person or the browser gives none.
 */
export async function presentPasskey(asked: PublicKeyCredentialRequestOptionsJSON): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked);
  return toJson(await navigator.credentials.get({ publicKey }).catch(fail(NOT_USED)), NOT_USED);
}

/** Lets the browser make a passkey. @returns what the service takes as `passkey`. @throws Error likewise. */
export async function makePasskey(asked: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked);
  return toJson(await navigator.credentials.create({ publicKey }).catch(fail(NOT_MADE)), NOT_MADE);
}

/** Browsers make none for an address in numbers, and none over plain http but on this machine. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && window.isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname);
}

/** What browsers say of it is written for developers, and tells little on purpose. */
function fail(sentence: string) {
  return (cause: unknown): never => {
    throw new Error(sentence, { cause });
  };
}

function toJson(credential: Credential | null, sentence: string): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new Error(sentence);
  return credential.toJSON();
}
