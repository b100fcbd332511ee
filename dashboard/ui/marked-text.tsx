import type { Nodes, RootContent, Table } from 'mdast';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { count } from '../format.ts';
import { Button } from './button.tsx';
import styles from './marked-text.module.css';
import { WORDS } from './marked-text.words.ts';
import { type Mark, piecesOf, readMarkdown, type SortedMarks, sortMarks } from './marks.ts';

interface Props {
  text: string;
  marks: readonly Mark[];
}

interface Marked {
  text: string;
  marks: SortedMarks;
}

const DEPTH_MAX = 32;
const PLAIN_MAX = 50_000;

/**
 * An answer as its platform wrote it. The text is a stranger's: no HTML of it is ever taken as such, no picture is
 * loaded, and its links lead to http and https alone and tell nobody where they were followed from.
 */
export function MarkedText({ text, marks: unsorted }: Props) {
  const tree = useMemo(() => readMarkdown(text), [text]);
  const marks = useMemo(() => sortMarks(unsorted), [unsorted]);
  if (!tree) return <PlainText text={text} marks={marks} />;
  return (
    <div className={styles.text} dir="auto">
      {drawAll(tree.children, { text, marks, depth: 0 })}
    </div>
  );
}

/** A text that is too long or too nested to be drawn as Markdown. */
function PlainText({ text, marks }: Marked) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? text : text.slice(0, PLAIN_MAX);
  const left = text.length - shown.length;
  return (
    <div className={styles.text}>
      <p className={styles.aside}>{WORDS.tooLongOrTooDeeplyNested}</p>
      <div className={styles.plain} dir="auto">
        {drawMarked({ value: shown, from: 0, to: shown.length, isDecoded: false }, { text, marks })}
      </div>
      {left > 0 && (
        <p>
          <Button onClick={() => setIsWhole(true)}>{`Show ${count(left)} more characters`}</Button>
        </p>
      )}
    </div>
  );
}

interface Drawing extends Marked {
  depth: number;
}

function drawAll(nodes: readonly RootContent[], drawing: Drawing): ReactNode {
  const below = { ...drawing, depth: drawing.depth + 1 };
  return nodes.map((node, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of a text keep their order
    <Fragment key={at}>{below.depth > DEPTH_MAX ? sourceOf(node, drawing) : draw(node, below)}</Fragment>
  ));
}

function draw(node: RootContent, drawing: Drawing): ReactNode {
  return drawLeaf(node, drawing) ?? drawParent(node, drawing);
}

/** @returns null for what is no leaf. */
function drawLeaf(node: Nodes, drawing: Drawing): ReactNode {
  switch (node.type) {
    case 'text':
      return drawMarked({ value: node.value, ...placeOf(node), isDecoded: true }, drawing);
    case 'inlineCode':
      return <code>{drawMarked(insideOf(node, drawing.text), drawing)}</code>;
    case 'code':
      return <pre>{drawMarked(insideOf(node, drawing.text), drawing)}</pre>;
    case 'html':
      return <span className={styles.aside}>{drawMarked(insideOf(node, drawing.text), drawing)}</span>;
    case 'image':
      return <span className={styles.aside}>{pictureOf(node.alt, node.url)}</span>;
    case 'imageReference':
      return <span className={styles.aside}>{pictureOf(node.alt, '')}</span>;
    case 'footnoteReference':
      return <sup>{node.identifier}</sup>;
    case 'break':
      return <br />;
    case 'thematicBreak':
      return <hr />;
    case 'definition':
      return '';
    default:
      return null;
  }
}

function drawParent(node: Nodes, drawing: Drawing): ReactNode {
  switch (node.type) {
    case 'paragraph':
      return <p>{drawAll(node.children, drawing)}</p>;
    case 'heading':
      return <p className={styles.heading}>{drawAll(node.children, drawing)}</p>;
    case 'strong':
      return <strong>{drawAll(node.children, drawing)}</strong>;
    case 'emphasis':
      return <em>{drawAll(node.children, drawing)}</em>;
    case 'delete':
      return <s>{drawAll(node.children, drawing)}</s>;
    case 'blockquote':
      return <blockquote>{drawAll(node.children, drawing)}</blockquote>;
    case 'list':
      return drawList(node.ordered ? (node.start ?? 1) : null, drawAll(node.children, drawing));
    case 'listItem':
      return <li>{drawAll(node.children, drawing)}</li>;
    case 'link':
      return drawLink(node.url, drawAll(node.children, drawing));
    case 'table':
      return drawTable(node, drawing);
    default:
      return 'children' in node ? drawAll(node.children, drawing) : null;
  }
}

/** @param start of the numbers; null for a list without. */
function drawList(start: number | null, items: ReactNode): ReactNode {
  return start === null ? <ul>{items}</ul> : <ol start={start}>{items}</ol>;
}

function drawLink(url: string, children: ReactNode): ReactNode {
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (protocol !== 'http:' && protocol !== 'https:') return children;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

function drawTable({ children: [head, ...rows] }: Table, drawing: Drawing): ReactNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset holds fields, and a section is a landmark
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <div className={styles.scroll} role="group" tabIndex={0} aria-label={WORDS.tableOfTheAnswer}>
      <table>
        <thead>
          <tr>
            {head?.children.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order
              <th key={at} scope="col">
                {drawAll(cell.children, drawing)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their order
            <tr key={at}>
              {row.children.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order
                <td key={column}>{drawAll(cell.children, drawing)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function drawMarked(placed: Parameters<typeof piecesOf>[1], { text, marks }: Marked): ReactNode {
  return piecesOf(text, placed, marks).map(({ text: piece, name, isEvidence }, at) => {
    const inner = isEvidence ? <span className={styles.evidence}>{piece}</span> : piece;
    if (!name) return inner;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces keep their order
      <mark key={at} className={styles.name} data-kind={name.kind} title={name.name}>
        {inner}
      </mark>
    );
  });
}

function pictureOf(alt: string | null | undefined, url: string): string {
  const host = URL.canParse(url) ? new URL(url).host : '';
  return `[picture: ${[alt, host].filter(Boolean).join(', ') || 'without a name'}]`;
}

function placeOf({ position }: Nodes): { from: number; to: number } {
  return { from: position?.start.offset ?? 0, to: position?.end.offset ?? 0 };
}

/** Where the value of code or HTML begins in the source: behind its marks. */
function insideOf(node: Extract<Nodes, { value: string }>, text: string) {
  const { from, to } = placeOf(node);
  const isFenced = node.type === 'code' && /^[`~]{3}/.test(text.slice(from, from + 3));
  const begin = isFenced ? text.indexOf('\n', from) + 1 : from;
  const at = text.indexOf(node.value, begin);
  const inner = at === -1 || at + node.value.length > to ? begin : at;
  return { value: node.value, from: inner, to, isDecoded: false };
}

function sourceOf(node: Nodes, { text }: Marked): string {
  const { from, to } = placeOf(node);
  return text.slice(from, to);
}
