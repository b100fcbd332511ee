export function browserHome(root: string): string | null;
export function unpackBrowser(root: string): void;
