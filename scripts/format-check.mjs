import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { installDependencies } from './setup/dependencies.mjs'
import { projectCache, root, userCache } from './setup/paths.mjs'

/**
 * Whether everything is formatted: `npm run format:check`. Prettier's own cache knows files by their absolute paths, which no other clone
 * has; in the person's cache it is kept with the clone's folder taken out, so that only files which changed are read in a fresh clone too.
 * A file counts by its content, and by the versions of Prettier and Node.
 */
const own = path.join(projectCache, 'prettier')
const shared = path.join(userCache, 'prettier')
const placeholder = '<clone>'

await installDependencies()
copyCache(shared, own, (text) => text.replaceAll(`"${placeholder}/`, `"${root}/`))
const { status } = spawnSync(
  process.execPath,
  [
    path.join(root, 'node_modules/prettier/bin/prettier.cjs'),
    '--check',
    '--log-level',
    'warn',
    '--cache',
    '--cache-strategy',
    'content',
    '--cache-location',
    own,
    '.',
  ],
  { cwd: root, stdio: 'inherit' },
)
copyCache(own, shared, (text) => text.replaceAll(`"${root}/`, `"${placeholder}/`))
process.exitCode = status ?? 1

/**
 * @param {string} from
 * @param {string} to
 * @param {(text: string) => string} change
 */
function copyCache(from, to, change) {
  // The clone's own is newer than the shared one once there is one.
  if (to === own && fs.existsSync(own)) return
  try {
    fs.mkdirSync(path.dirname(to), { recursive: true })
    const whole = `${to}.${process.pid}.tmp`
    fs.writeFileSync(whole, change(fs.readFileSync(from, 'utf8')))
    fs.renameSync(whole, to)
  } catch {
    // Nothing there yet, or nowhere to keep it: it is only slower.
  }
}
