/**
 * The password of the tests' people is hashed once for each file's thread, and compared once with each hash: the same
 * arguments give the same result, and each takes 70 ms of a core and 64 MiB. Other passwords are hashed each time.
 * Loaded before anything imports the package, whose exports are then these.
 */
import { createRequire } from 'node:module';

/** Strong by every rule, and no person's name. */
export const PASSWORD = 'correct horse battery staple';

const argon2 = createRequire(import.meta.url)('@node-rs/argon2');
const { hash, verify } = argon2;

/** Results by the other argument. */
const hashes = new Map();
const comparisons = new Map();

argon2.hash = (password, parameters) =>
  password === PASSWORD
    ? once(hashes, JSON.stringify(parameters), () => hash(password, parameters))
    : hash(password, parameters);

argon2.verify = (hashed, password) =>
  password === PASSWORD ? once(comparisons, hashed, () => verify(hashed, password)) : verify(hashed, password);

function once(results, key, work) {
  const result = results.get(key) ?? work();
  results.set(key, result);
  return result;
}
