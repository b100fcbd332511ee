import { createServer } from 'node:net';
import { createMailer, type Mail, safeSubject } from '../../src/mail/mail.js';
import { mailFaultOf } from '../../src/mail/mail-fault.js';
import { isReservedAddress } from '../../src/mail/reserved-domains.js';
import { MailServer, type Refusal } from '../support/mail-server.js';
import { anEmail } from '../support/people.js';

const FROM = 'Visibility <no-reply@visibility.example>';

let server: MailServer;
beforeAll(async () => {
  server = await MailServer.start();
});
afterEach(() => {
  server.refuses = null;
  server.isSilent = false;
});
afterAll(() => server.close());

function mailerTo(smtpUrl: string) {
  const send = createMailer({ smtpUrl, mailFrom: FROM });
  if (!send) throw new Error('there is no mailer');
  return send;
}

/** What comes back from the mail server as it is read by another program. */
async function sent(mail: Omit<Mail, 'to'>) {
  const to = anEmail();
  await mailerTo(server.url)({ to, ...mail });
  const [read] = await server.read(to);
  if (!read) throw new Error('no mail came');
  return read;
}

test('text, HTML, an attachment and a picture within the HTML arrive as they were sent', async () => {
  const pdf = Buffer.from('%PDF-1.7\n\u0000\u00ff binary', 'latin1');
  const read = await sent({
    subject: 'Ünser Bericht – 你好',
    text: 'Zürich\nzweite Zeile',
    html: '<p>Zürich <img src="cid:logo" alt="Acme"></p>',
    attachments: [
      { filename: 'report.pdf', contentType: 'application/pdf', content: pdf },
      { filename: 'logo.png', contentType: 'image/png', content: Buffer.from([1, 2, 3]), cid: 'logo' },
    ],
  });
  expect(read.subject).toBe('Ünser Bericht – 你好');
  expect(read.text?.replaceAll('\r\n', '\n').trim()).toBe('Zürich\nzweite Zeile');
  expect(read.html).toContain('Zürich <img src="cid:logo"');
  const [first, second] = read.attachments.toSorted((one, other) => (one.mimeType < other.mimeType ? -1 : 1));
  expect([first?.filename, first?.mimeType, second?.mimeType, second?.contentId]).toEqual([
    'report.pdf',
    'application/pdf',
    'image/png',
    '<logo>',
  ]);
  expect(Buffer.from(first?.content as ArrayBuffer)).toEqual(pdf);
});

test('a mail has the name, reply address, id and headers that it was given, and the configured sender', async () => {
  const read = await sent({
    subject: 'Report',
    text: 'x',
    fromName: 'Agency\r\nBcc: all@evil.example',
    replyTo: 'ann@agency-of-tests.dev',
    messageId: 'dlv_1@visibility.example',
    headers: { 'Auto-Submitted': 'auto-generated', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  });
  expect(read.from).toEqual({ name: 'Agency Bcc: all@evil.example', address: 'no-reply@visibility.example' });
  expect([read.replyTo?.[0]?.address, read.messageId]).toEqual([
    'ann@agency-of-tests.dev',
    '<dlv_1@visibility.example>',
  ]);
  const headers = new Map(read.headers.map(({ key, value }) => [key, value]));
  expect([headers.get('auto-submitted'), headers.get('list-unsubscribe-post')]).toEqual([
    'auto-generated',
    'List-Unsubscribe=One-Click',
  ]);
  expect([read.bcc, read.cc, headers.has('bcc')]).toEqual([undefined, undefined, false]);
});

test.each([
  ['a\r\nBcc: evil@evil.example', 'a Bcc: evil@evil.example'],
  ['a\u2028b\u0000c\u001bd', 'a bcd'],
  ['\u202eemcA\u202c fell \u2066x\u2069', 'emcA fell x'],
  ['  much \t space\n', 'much space'],
  ['zero\u200bwidth \ud800', 'zerowidth'],
])('the subject %j is one line without controls: %j', async (subject, expected) => {
  expect(safeSubject(subject)).toBe(expected);
  expect((await sent({ subject, text: subject })).subject).toBe(expected);
});

test('a subject of 10 kB is cut to 120 characters, whole ones', async () => {
  const read = await sent({ subject: '😀'.repeat(2_500), text: 'x' });
  expect([...(read.subject ?? '')]).toEqual([...Array.from({ length: 119 }, () => '😀'), '…']);
});

test.each([
  ['ann@example.com', true],
  ['ann@mail.Example.ORG', true],
  ['ann@example.net.', true],
  ['ann@shop.test', true],
  ['ann@x.invalid', true],
  ['ann@a.example', true],
  ['ann@localhost', true],
  ['ann@a.localhost', true],
  ['ann@printer.local', true],
  ['ann', true],
  ['ann@examples.com', false],
  ['ann@example.com.br', false],
  ['ann@example.co.uk', false],
  ['ann@test.de', false],
])('%s is of a reserved domain: %s', (address, expected) => {
  expect(isReservedAddress(address)).toBe(expected);
});

test('nothing is mailed to a reserved domain, and the mail server is not even asked', async () => {
  const before = server.mails.length;
  const error = await mailerTo(server.url)({ to: 'ann@example.com', subject: 'x', text: 'x' }).catch((e: unknown) => e);
  expect(mailFaultOf(error)).toEqual({ kind: 'recipient', text: 'reserved domain', reply: null });
  expect(server.mails).toHaveLength(before);
});

describe('what a mail that was not taken means for the next attempt', () => {
  const faultAt = async (smtpUrl: string) => {
    const error = await mailerTo(smtpUrl)({ to: anEmail(), subject: 'x', text: 'x' }).then(
      () => 'sent',
      (reason: unknown) => reason,
    );
    return error === 'sent' ? error : mailFaultOf(error);
  };

  test.each<[Refusal, object]>([
    [
      { at: 'recipient', code: 550 },
      { kind: 'recipient', text: 'refused', reply: 550 },
    ],
    [
      { at: 'recipient', code: 451 },
      { kind: 'later', text: 'not taken now', reply: 451 },
    ],
    [
      { at: 'text', code: 554 },
      { kind: 'recipient', text: 'refused', reply: 554 },
    ],
    [
      { at: 'text', code: 452 },
      { kind: 'later', text: 'not taken now', reply: 452 },
    ],
    [
      { at: 'sender', code: 553 },
      { kind: 'sender', text: 'sender refused', reply: 553 },
    ],
    [
      { at: 'sender', code: 450 },
      { kind: 'later', text: 'not taken now', reply: 450 },
    ],
    [
      { at: 'connection', code: 421 },
      { kind: 'later', text: 'not taken now', reply: 421 },
    ],
  ])('a refusal %j is %j', async (refusal, fault) => {
    server.refuses = refusal;
    expect(await faultAt(server.url)).toEqual(fault);
  });

  test('a mail server that is not there is no connection', async () => {
    const gone = await MailServer.start();
    const { url } = gone;
    await gone.close();
    expect(await faultAt(url)).toEqual({ kind: 'later', text: 'no connection', reply: null });
  });

  test('one that accepts the connection and says nothing is given up after seconds', async () => {
    const mute = createServer(() => undefined);
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const address = mute.address();
    if (address === null || typeof address === 'string') throw new Error('it has no port');
    expect(await faultAt(`smtp://127.0.0.1:${address.port}`)).toEqual({
      kind: 'later',
      text: 'no connection',
      reply: null,
    });
    mute.close();
  }, 15_000);

  test('one that takes the text and does not confirm it is given up after seconds', async () => {
    server.isSilent = true;
    expect(await faultAt(server.url)).toEqual({ kind: 'later', text: 'no connection', reply: null });
  }, 15_000);

  test('one whose certificate is not trusted gets nothing', async () => {
    const untrusted = await MailServer.start({ tls: true });
    expect(await faultAt(untrusted.url)).toMatchObject({ kind: 'later' });
    expect(untrusted.mails).toEqual([]);
    await untrusted.close();
  }, 15_000);
});
