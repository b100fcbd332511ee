const STORED = 'shortcuts';

/** Whether keys without Ctrl or the like do anything: some people's tools press keys by themselves. */
export function areKeysOn(): boolean {
  return localStorage.getItem(STORED) !== 'off';
}

export function switchKeys(isOn: boolean): void {
  localStorage.setItem(STORED, isOn ? 'on' : 'off');
}

/** The browser's own keys, and what is typed into a field. */
export function isForOthers(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target);
}

const WRITTEN_INTO = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]';

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest(WRITTEN_INTO) !== null;
}
