const MARK = 'reloaded-for';

/**
 * A page that was opened before an update asks for scripts that are no longer served. It is loaded anew: once for each
 * script, so that one that is really missing shows as the error that it is.
 */
export function reloadWhenReplaced(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const { message } = event.payload;
    if (sessionStorage.getItem(MARK) === message) return;
    sessionStorage.setItem(MARK, message);
    event.preventDefault();
    location.reload();
  });
}
