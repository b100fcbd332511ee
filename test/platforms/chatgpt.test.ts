import { readReply } from '../../src/platforms/platform-apis.js';
import { openaiChat, openaiMessage, openaiResponse, outputText, urlCitation } from './bodies.js';
import { accepted, outcome, refused } from './expectations.js';

const read = (body: unknown) => readReply('chatgpt', body);
const CALL = { type: 'function_call', name: 'lookup', arguments: '{}', call_id: 'c1' };

describe('a Responses API body', () => {
  test('is read as its text, model and cited pages in order', () => {
    const body = openaiResponse([
      outputText('Acme leads, Bolt follows.', [
        urlCitation('https://acme.example/a', 'Acme'),
        urlCitation('https://bolt.example/b?utm_source=openai', ''),
        urlCitation('https://acme.example/a', 'Acme'),
      ]),
    ]);
    expect(read(body)).toEqual({
      accepted: true,
      text: 'Acme leads, Bolt follows.',
      model: 'gpt-5-2025-08-07',
      citations: [
        { url: 'https://acme.example/a', title: 'Acme' },
        { url: 'https://bolt.example/b?utm_source=openai', title: null },
        { url: 'https://acme.example/a', title: 'Acme' },
      ],
      searches: [],
      truncated: false,
    });
  });

  test('blocks of one message are one text, and each further message is a paragraph', () => {
    const output = [
      openaiMessage([outputText('Acme '), outputText('leads.')]),
      { type: 'web_search_call', status: 'completed', action: { type: 'search' } },
      openaiMessage([outputText('Bolt follows.')]),
    ];
    expect(accepted(read(openaiResponse([], { output }))).text).toBe('Acme leads.\n\nBolt follows.');
  });

  test('commentary is no part of the answer, nor are the pages it cites', () => {
    const commentary = openaiMessage(
      [outputText('I will check Bolt.', [urlCitation('https://bolt.example', 'Bolt')])],
      {
        phase: 'commentary',
      },
    );
    const answer = openaiMessage([outputText('Acme leads.')], { phase: 'final_answer' });
    const reply = accepted(read(openaiResponse([], { output: [commentary, answer] })));
    expect([reply.text, reply.citations]).toEqual(['Acme leads.', []]);
    expect(outcome(read(openaiResponse([], { output: [commentary] })))).toBe('empty');
  });

  test('files and pages that were only opened are not cited', () => {
    const annotations = [
      { type: 'file_citation', file_id: 'f', filename: 'a.pdf' },
      { type: 'container_file_citation', url: 'https://files.example/x', title: 'x' },
      'not an annotation',
    ];
    const sources = [{ type: 'url', url: 'https://acme.example' }];
    const search = { type: 'web_search_call', action: { type: 'search', sources } };
    const body = openaiResponse([], { output: [search, openaiMessage([outputText('Acme.', annotations)])] });
    expect(accepted(read(body)).citations).toEqual([]);
  });

  test.each([
    ['a refusal block', openaiResponse([{ type: 'refusal', refusal: 'I cannot help.' }]), 'refusal'],
    ['a refusal after text', openaiResponse([outputText('Well.'), { type: 'refusal', refusal: 'No.' }]), 'refusal'],
    [
      'a content filter',
      openaiResponse([outputText('Acme')], {
        status: 'incomplete',
        incomplete_details: { reason: 'content_filter' },
      }),
      'refusal',
    ],
    ['an empty text', openaiResponse([outputText('')]), 'empty'],
    ['white space and a zero-width space alone', openaiResponse([outputText(' \n\u200b')]), 'empty'],
    ['no message', openaiResponse([], { output: [] }), 'empty'],
    [
      'an unknown kind of item',
      openaiResponse([], { output: [{ type: 'later', content: [outputText('x')] }] }),
      'empty',
    ],
    ['reasoning cut off before text', openaiResponse([], { status: 'incomplete', output: [] }), 'empty'],
    ['a function call alone', openaiResponse([], { output: [CALL] }), 'tool_call'],
    ['a queued response', openaiResponse([], { status: 'queued', output: [] }), 'unfinished'],
    ['a response in progress', openaiResponse([outputText('Ac')], { status: 'in_progress' }), 'unfinished'],
    ['a cancelled response', openaiResponse([outputText('Ac')], { status: 'cancelled' }), 'error'],
    ['a failed response', openaiResponse([], { status: 'failed', output: [] }), 'error'],
    ['an error inside a 200', openaiResponse([outputText('Ac')], { error: { code: 'server_error' } }), 'error'],
    ['a list of output that is none', openaiResponse([], { output: {} }), 'unreadable'],
    ['content that is no list', openaiResponse([], { output: [{ type: 'message', content: 'Acme' }] }), 'unreadable'],
    ['a text that is a number', openaiResponse([outputText(7)]), 'unreadable'],
  ])('%s is not accepted', (_, body, reason) => {
    expect(outcome(read(body))).toBe(reason);
  });

  test('an answer cut off in its text is accepted as truncated', () => {
    const body = openaiResponse([outputText('Acme le')], {
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    });
    expect(accepted(read(body))).toMatchObject({ text: 'Acme le', truncated: true });
  });

  test('text beside a function call is accepted as truncated, beside a search as whole', () => {
    const message = openaiMessage([outputText('Acme.')]);
    const beside = (item: unknown) => accepted(read(openaiResponse([], { output: [message, item] }))).truncated;
    expect([beside(CALL), beside({ type: 'web_search_call' }), beside({ type: 'mcp_call' })]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('a chat.completions body', () => {
  test('is read as its text, model and cited pages', () => {
    const annotations = [{ type: 'url_citation', url_citation: { url: 'https://acme.example', title: 'Acme' } }];
    expect(read(openaiChat({ content: 'Acme leads.', annotations }))).toEqual({
      accepted: true,
      text: 'Acme leads.',
      model: 'gpt-4o-search-preview',
      citations: [{ url: 'https://acme.example', title: 'Acme' }],
      searches: [],
      truncated: false,
    });
  });

  test('a text in typed parts is joined', () => {
    const content = [
      { type: 'text', text: 'Acme ' },
      { type: 'text', text: 'leads.' },
    ];
    expect(accepted(read(openaiChat({ content }))).text).toBe('Acme leads.');
  });

  test.each([
    ['a refusal', openaiChat({ content: null, refusal: 'I cannot help.' }), 'refusal'],
    ['a content filter', openaiChat({ content: 'Acme' }, 'content_filter'), 'refusal'],
    ['a tool call alone', openaiChat({ content: null, tool_calls: [{ id: 't' }] }, 'tool_calls'), 'tool_call'],
    [
      'a function call alone',
      openaiChat({ content: null, function_call: { name: 'f' } }, 'function_call'),
      'tool_call',
    ],
    ['an answer without text', openaiChat({ content: null }), 'empty'],
    ['an answer cut off before its text', openaiChat({ content: '' }, 'length'), 'empty'],
    ['an answer still being written', openaiChat({ content: 'Ac' }, null), 'unfinished'],
    ['a list of no choices', { object: 'chat.completion', choices: [] }, 'empty'],
    ['a choice without a message', { choices: [{ delta: { content: 'Ac' } }] }, 'unreadable'],
    ['choices that are no list', { choices: 'Acme' }, 'unreadable'],
    ['content that is a number', openaiChat({ content: 7 }), 'unreadable'],
  ])('%s is not accepted', (_, body, reason) => {
    expect(outcome(read(body))).toBe(reason);
  });

  test('an answer cut off in its text, or beside a tool call, is accepted as truncated', () => {
    expect(accepted(read(openaiChat({ content: 'Acme le' }, 'length'))).truncated).toBe(true);
    expect(accepted(read(openaiChat({ content: 'Acme.', tool_calls: [{ id: 't' }] }, 'tool_calls'))).truncated).toBe(
      true,
    );
  });

  test('a body that does not say how it ended is a whole answer', () => {
    expect(accepted(read({ choices: [{ message: { content: 'Acme.' } }] }))).toMatchObject({
      model: null,
      truncated: false,
    });
  });

  test("a refusal is reported in the platform's words", () => {
    const reply = refused(read(openaiChat({ content: null, refusal: 'I cannot\n help.' })));
    expect(reply.message).toBe('The platform refused to answer: I cannot help.');
  });
});
