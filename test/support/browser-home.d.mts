import type { LaunchOptions } from 'playwright-core';

export function browserHome(root: string): string | null;
export function unpackBrowser(root: string): void;
export function launchOptions(root: string): LaunchOptions;
