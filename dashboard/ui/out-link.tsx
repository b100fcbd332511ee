import type { ReactNode } from 'react';

interface Props {
  url: string;
  /** What is pressed; the path of the page by default. */
  children?: ReactNode;
}

/** A page elsewhere. Only http and https become links, and none tells where it was followed from. */
export function OutLink({ url, children }: Props) {
  if (!URL.canParse(url)) return url;
  const { protocol, pathname } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return url;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      {children ?? pathname}
    </a>
  );
}
