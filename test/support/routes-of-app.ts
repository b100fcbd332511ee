import express, { type Express } from 'express';

/** Of Express's router, whose types leave them out. */
interface Layer {
  route?: { path: string; methods: Readonly<Record<string, boolean>> };
  handle: { stack?: readonly Layer[] };
  /** Whether it serves every path. */
  slash: boolean;
}

/**
 * Tells the routes of the app that the file's next hook makes, as `GET /path`, with `ALL` for one that looks at the
 * method itself. A router forgets where it is mounted, so the app is watched as it mounts them.
 * @throws Error for a router that is mounted at a path of another router.
 */
export function watchRoutes(): () => string[] {
  const mounts = new Map<unknown, string>();
  const { use } = express.application;
  let app: Express | undefined;
  beforeAll(() => {
    express.application.use = function (this: Express, ...mounted: unknown[]) {
      app = this;
      for (const handler of mounted.slice(1)) mounts.set(handler, String(mounted[0]));
      return Reflect.apply(use, this, mounted);
    } as Express['use'];
  });
  afterAll(() => {
    express.application.use = use;
  });
  const routesIn = (layers: readonly Layer[], before: string): string[] =>
    layers.flatMap(({ route, handle, slash }) => {
      if (route) return methodsOf(route.methods).map((method) => `${method} ${before}${route.path}`);
      if (!handle.stack) return [];
      const mount = mounts.get(handle);
      if (mount === undefined && !slash) throw new Error(`a router below ${before} has a path of its own`);
      return routesIn(handle.stack, before + (mount ?? ''));
    });
  return () => {
    if (!app) throw new Error('no app was made');
    return [...new Set(routesIn((app as unknown as { router: { stack: readonly Layer[] } }).router.stack, ''))];
  };
}

/** A route for all methods has every one that there is. */
function methodsOf(methods: Readonly<Record<string, boolean>>): string[] {
  return 'propfind' in methods || '_all' in methods ? ['ALL'] : Object.keys(methods).map((name) => name.toUpperCase());
}
