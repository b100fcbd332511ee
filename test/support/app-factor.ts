import { TOTP } from 'otpauth';
import { createSecretBox } from '../../src/core/access/secret-box.js';
import type { Context } from '../../src/core/context.js';
import { confirmTotp, startTotp } from '../../src/core/people/factors/factor-changes.js';
import { aClient } from './people.js';

/** Adds an authenticator app by the verbs alone, where a test has no HTTP. */
export async function addTestApp(ctx: Context): Promise<void> {
  const relyingParty = { host: 'localhost', origin: 'http://localhost' };
  const tools = { clock: ctx.clock, secrets: createSecretBox(null), relyingParty };
  const { secret } = await startTotp(ctx, tools);
  const code = new TOTP({ secret }).generate({ timestamp: ctx.clock.now().getTime() });
  await confirmTotp(ctx, { code }, aClient(), tools);
}
