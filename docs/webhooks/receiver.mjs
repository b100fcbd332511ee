// A receiver of webhooks: node receiver.mjs, with WEBHOOK_SECRET (whsec_…) and, if it is not 8000, PORT.
// npm install standardwebhooks
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
/** Ids of what was received: of a real receiver a table, as events come at least once. */
const seen = new Set();

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString('utf8');
  let event;
  try {
    event = webhook.verify(body, request.headers);
  } catch {
    response.writeHead(401).end();
    return;
  }
  response.writeHead(204).end();
  const id = request.headers['webhook-id'];
  if (seen.has(id)) return;
  seen.add(id);
  process.stdout.write(`${id} ${event.type}\n`);
}).listen(Number(process.env.PORT ?? 8000), '127.0.0.1', function () {
  process.stdout.write(`listening on ${this.address().port}\n`);
});
