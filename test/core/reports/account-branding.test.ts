import { appliedBranding, getBranding, updateBranding } from '../../../src/core/reports/account-branding.js';
import { contrastOnWhite, nearestWithContrast } from '../../../src/core/reports/color-contrast.js';
import type { Tier } from '../../../src/entities/vocabulary.js';
import { openAccount, ownerOf } from '../../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { queryDatabase } from '../../support/sql.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** A transparent point. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** The same with other sizes in its head. */
function pngOf(width: number, height: number): string {
  const copy = Buffer.from(PNG);
  copy.writeUInt32BE(width, 16);
  copy.writeUInt32BE(height, 20);
  return copy.toString('base64');
}

async function open(tier: Tier = 'agency') {
  const { ctx } = await openAccount(database.db, tier);
  return { ...ctx, caller: ownerOf(ctx.caller) };
}

test('what is sent is kept, what is left out stays, and null is the look of the service', async () => {
  const ctx = await open();
  await updateBranding(ctx, { name: 'Agency', color: '#B00020', logo: PNG.toString('base64') });
  const kept = await updateBranding(ctx, { name: null });
  expect(kept).toEqual({
    name: null,
    color: '#b00020',
    logo: { type: 'image/png', base64: PNG.toString('base64') },
    replyToId: null,
  });
  expect(await appliedBranding(ctx)).toMatchObject({ name: 'Brand Visibility', color: '#b00020', replyTo: null });
});

test.each([
  [{ color: '#ffff00' }, /^color: must have a contrast of 4.5 on white; the nearest that has it is #[0-9a-f]{6}$/],
  [{ color: 'red' }, /^color: must be a colour/],
  [{ name: 'x'.repeat(61) }, /^name: /],
  [{ logo: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64') }, /^logo: must be a PNG or/],
  [{ logo: 'not base64!' }, /^logo: must be base64/],
  [{ logo: pngOf(1_001, 10) }, /^logo: must have at most 1000 x 400 pixels, not 1001 x 10/],
  [{ logo: pngOf(10, 401) }, /^logo: must have at most 1000 x 400/],
  [{ logo: pngOf(0, 1) }, /^logo: /],
  [{ logo: Buffer.concat([PNG, Buffer.alloc(200_000)]).toString('base64') }, /^logo: must have at most 200000 bytes/],
  [{ logo: PNG.subarray(0, 30).toString('base64') }, /^logo: must be a PNG or JPEG/],
  [{ logo: Buffer.from([0xff, 0xd8, 0xff, 0xff, 0xff, 0xd9]).toString('base64') }, /^logo: must be a PNG or JPEG/],
  [{ replyToId: '0f4d7f0e-7a5b-4a59-9f0e-3c1b8c8a4a01' }, /^replyToId: must be a person of the account/],
])('what is wrong is refused with the field: %#', async (wrong, message) => {
  const ctx = await open();
  await expect(updateBranding(ctx, wrong)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringMatching(message),
  });
  expect(await getBranding(ctx)).toEqual({ name: null, color: null, logo: null, replyToId: null });
});

test('a JPEG is known by its bytes', async () => {
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 0, 40, 0, 100, 1, 1, 17, 0]);
  const logo = Buffer.concat([head, Buffer.from([0xff, 0xd9])]).toString('base64');
  expect((await updateBranding(await open(), { logo })).logo?.type).toBe('image/jpeg');
});

test('a plan without API access, a member, a key and a viewer have no look to change', async () => {
  const starter = await open('starter');
  await expect(updateBranding(starter, { name: 'x' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const owner = await open();
  for (const role of ['member', 'viewer'] as const) {
    const caller = { ...owner.caller, role };
    await expect(updateBranding({ ...owner, caller }, { name: 'x' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  }
  const { ctx: key } = await openAccount(database.db);
  await expect(updateBranding(key, { name: 'x' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('a visitor of a share link is told the look alone, and none where the plan has none', async () => {
  const owner = await open();
  await updateBranding(owner, { name: 'Agency', color: '#b00020' });
  await queryDatabase(
    database,
    `update branding
     set reply_to_id = (select id from holder where account_id = $1)
     where account_id = $1`,
    [owner.caller.accountId],
  );
  expect((await getBranding(owner)).replyToId).not.toBeNull();
  const { accountId } = owner.caller;
  const link = { kind: 'visitor', accountId, linkId: 'x', projectId: 'y', shows: ['overview'] } as const;
  const seen = (tier: 'agency' | 'starter') => getBranding({ ...owner, caller: { ...link, tier } });
  expect(await seen('agency')).toEqual({ name: 'Agency', color: '#b00020', logo: null, replyToId: null });
  expect(await seen('starter')).toEqual({ name: null, color: null, logo: null, replyToId: null });
});

test('the nearest colour with enough contrast is darker, of the same hue, and has it', () => {
  for (const color of ['#ffff00', '#ff8800', '#00ff00', '#ffffff', '#7fb0ff']) {
    const nearest = nearestWithContrast(color, 4.5);
    expect(contrastOnWhite(nearest)).toBeGreaterThanOrEqual(4.5);
    expect(contrastOnWhite(nearest)).toBeLessThan(4.7);
  }
  expect([contrastOnWhite('#000000'), contrastOnWhite('#ffffff')]).toEqual([21, 1]);
});
