import { releaseServer } from './server.mjs';

export default async function tearDown() {
  await releaseServer(JSON.parse(process.env.TEST_SERVER));
}
