import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The package's tarball holds a browser for this platform alone. */
const IS_CARRIED = process.platform === 'linux' && process.arch === 'x64';

const UNPACK = 'import("@sparticuz/chromium").then((carried) => carried.default.executablePath())';

/**
 * Not those of the package that carries it: they run everything in one process, which ends with its first context, and
 * switch off the same-origin policy.
 */
const FLAGS = ['--no-sandbox', '--disable-gpu'];

/** How Playwright starts the browser: the unpacked one, else that of `CHROMIUM_PATH`, else the installed Chrome. */
export function launchOptions(root) {
  const home = browserHome(root);
  if (home === null) {
    const path = process.env.CHROMIUM_PATH;
    return path ? { executablePath: path } : { channel: 'chrome' };
  }
  const { PATH, HOME } = process.env;
  return {
    executablePath: join(home, 'chromium'),
    args: FLAGS,
    env: {
      PATH: PATH ?? '',
      HOME: HOME ?? '',
      LD_LIBRARY_PATH: join(home, 'al2023', 'lib'),
      FONTCONFIG_PATH: join(home, 'fonts'),
    },
  };
}

/** Where the browser of the tests is unpacked, by its version; null on a platform that it is not made for. */
export function browserHome(root) {
  if (!IS_CARRIED) return null;
  const manifest = readFileSync(join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8');
  return join(root, 'node_modules', '.cache', `chromium-${JSON.parse(manifest).version}`);
}

/**
 * Unpacks the browser once for every run, whole or not at all. The package itself unpacks into one place for all users
 * of the machine, and takes half a file that a killed process left there for the whole one.
 */
export function unpackBrowser(root) {
  const home = browserHome(root);
  if (home === null || existsSync(home)) return;
  mkdirSync(join(home, '..'), { recursive: true });
  const folder = mkdtempSync(`${home}.`);
  // By Lambda's name the libraries come along that a bare machine lacks (nss, nspr, expat).
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x', NODE_OPTIONS: '' };
  execFileSync(process.execPath, ['-e', UNPACK], { cwd: root, env });
  writeFileSync(join(folder, 'fonts', 'fonts.conf'), fontsIn(home));
  try {
    renameSync(folder, home);
  } catch (error) {
    // Another run was first.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    rmSync(folder, { recursive: true });
  }
}

/** The package's own names folders of Lambda; without any font, Chromium ends at the first field of a form. */
function fontsIn(home) {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(home, 'fonts')}</dir>
  <cachedir>${join(home, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}
