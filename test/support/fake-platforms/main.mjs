/**
 * The fake of the four platforms as a process of its own: prints their base URLs, and that of its control, as a line of
 * JSON, and answers until it is ended.
 */
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);

const { FakePlatforms } = await import('../fake-platforms.ts');
const fake = await FakePlatforms.start();
const control = `${new URL(fake.urls.chatgpt).origin}/control`;
process.stdout.write(`${JSON.stringify({ ...fake.urls, control })}\n`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(0));
