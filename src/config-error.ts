/** A wrong value of the environment; its message is the one line that the operator sees. */
export class ConfigError extends Error {}
