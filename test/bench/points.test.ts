import { measureCase } from '../../bench/points/points.js';
import type { CpuReading } from '../../bench/shared/cpu.js';

describe('a case of the points', () => {
  /** Asks of a service whose every response is this one, and whose CPU time goes as `readings` say. */
  function measured(response: object, reading: (at: number) => CpuReading) {
    let at = 0;
    const body = Buffer.from(JSON.stringify({ extensions: { cost: { complexity: 4, requests: 1 } }, ...response }));
    return measureCase(
      { name: 'a field', operationFor: () => ({ query: '{ a }', variables: {} }) },
      {
        key: 'a key',
        client: { exchange: async () => ({ status: 200, body }) },
        lift: async () => undefined,
        read: async () => reading(at++),
      },
    );
  }

  test('costs the CPU time of its requests, of the server and of the connections that lasted', async () => {
    const cost = await measured({ data: {} }, (at) => ({ server: 90 * at, database: new Map([[7, 60 * at]]) }));
    expect(cost).toMatchObject({ name: 'a field', points: 4, requests: 1, serverMs: 30, databaseMs: 20 });
    expect(cost.fault).toBeUndefined();
  });

  test('whose every statement is cancelled says so, and the others are measured', async () => {
    const errors = [{ message: 'Took too long' }];
    const cost = await measured({ errors }, (at) => ({ server: 90 * at, database: new Map([[at, 60]]) }));
    expect(cost.fault).toBe('not measured, as no connection lasted: Took too long');
  });

  test('fails where the system reports no CPU time', async () => {
    const measuring = measured({ data: {} }, () => ({ server: undefined, database: new Map() }));
    await expect(measuring).rejects.toThrow('/proc reports no CPU time');
  });
});
