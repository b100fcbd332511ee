/** A page elsewhere, by its path. Only http and https become links, and none tells where it was followed from. */
export function OutLink({ url }: { url: string }) {
  if (!URL.canParse(url)) return url;
  const { protocol, pathname } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return url;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      {pathname}
    </a>
  );
}
