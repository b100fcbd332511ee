export function makeDataFolder(): string;
