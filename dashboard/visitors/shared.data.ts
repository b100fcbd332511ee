import type { ResultOf, VariablesOf } from 'gql.tada';
import { detailsOf, Refused, send } from '../api/refused.ts';
import type { VisitorDocuments } from './documents-of-visitors.ts';

/** What a link may show, in the order in which the page has it. */
export const PARTS = ['overview', 'competitors', 'prompts', 'citations', 'reports', 'answers'] as const;
export type Part = (typeof PARTS)[number];

type Name = keyof VisitorDocuments;
type DataOf<Document extends Name> = NonNullable<ResultOf<VisitorDocuments[Document]>['project']>;

export type Overview = DataOf<'overview'>;
export type Visibility = NonNullable<Overview['visibility']>;
export type Tones = NonNullable<Overview['sentiment']>;
export type Brand = NonNullable<DataOf<'competitors'>['brands']>[number];
export type Cell = NonNullable<DataOf<'prompts'>['cells']>[number];
export type Domain = NonNullable<DataOf<'citations'>['citations']>['nodes'][number];
export type Report = NonNullable<DataOf<'reports'>['reports']>['nodes'][number];
export type ReportPages = NonNullable<Report['pages']>;
export type Answer = NonNullable<DataOf<'answers'>['responses']>['nodes'][number] & { question?: string };

/** How the account wants its pages to look; null for the service's own. */
export type Look = NonNullable<ResultOf<VisitorDocuments['frame']>['branding']>;

/** What the link is about, and what it shows. */
export interface Frame {
  brandName: string;
  lastAnsweredAt: string | null;
  look: Look | null;
  parts: readonly Part[];
}

/** The project of a response, and the link that it came by. */
interface Shared<Document extends Name> {
  project: DataOf<Document>;
  /** In the frame alone. */
  branding: Look | null;
  linkId: string;
  parts: readonly Part[];
}

interface Body {
  data?: { project?: unknown; branding?: unknown } | null;
  errors?: { message: string; extensions?: { code?: string } }[];
  error?: { code?: string; message?: string };
}

/** The link that this page shows: a visit of another one, in another tab, takes its place in the browser's cookie. */
let shownLink: string | null = null;

/** Asks a document by its name. @throws Refused */
export async function readShared<Document extends Name>(
  document: Document,
  variables: Omit<VariablesOf<VisitorDocuments[Document]>, 'projectId'>,
  signal?: AbortSignal,
): Promise<Shared<Document>> {
  const response = await post('/shared/data', { document, variables }, signal);
  const linkId = response.headers.get('Shared-Link') ?? '';
  if (shownLink !== null && linkId !== '' && linkId !== shownLink) location.reload();
  const body: Body = await response.json().catch(() => ({}));
  if (!body.data?.project) throw refusalOf(response, body);
  const parts = PARTS.filter((part) => response.headers.get('Shared-Parts')?.split(', ').includes(part));
  const { project, branding = null } = body.data;
  return { project: project as DataOf<Document>, branding: branding as Look | null, linkId, parts };
}

function post(path: string, body: object, signal?: AbortSignal): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  return send(path, { method: 'POST', headers, body: JSON.stringify(body), signal: signal ?? null });
}

function refusalOf(response: Response, { errors, error }: Body): Refused {
  const code = errors?.[0]?.extensions?.code ?? error?.code ?? `HTTP_${response.status}`;
  const message = errors?.[0]?.message ?? error?.message ?? 'The service returned no answer.';
  return new Refused(code, message, detailsOf(response));
}

const OPENED = 'shared-link';

/**
 * Opens the link of the address, unless this tab has it open, and reads what it is about. @param password null where
 * none was typed yet. @throws Refused UNAUTHORIZED where a password is wanted, NOT_FOUND for a link that is not valid.
 */
export async function openShared(password: string | null): Promise<Frame> {
  const token = location.hash.slice(1);
  const opened = password === null ? await findOpened() : null;
  if (opened === null && token !== '') await openVisit(token, password);
  const { project, branding: look, linkId, parts } = opened ?? (await readShared('frame', {}));
  shownLink = linkId;
  sessionStorage.setItem(OPENED, linkId);
  return { ...project, look, parts };
}

/** What this tab has open; null where that is nothing any more, or another link. */
async function findOpened(): Promise<Shared<'frame'> | null> {
  const known = sessionStorage.getItem(OPENED);
  if (known === null) return null;
  const found = await readShared('frame', {}).catch(() => null);
  return found?.linkId === known ? found : null;
}

async function openVisit(token: string, password: string | null): Promise<void> {
  const response = await post('/shared/visits', { token, password });
  if (!response.ok) throw refusalOf(response, await response.json().catch(() => ({})));
}
