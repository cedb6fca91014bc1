import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { installDependencies } from './setup/dependencies.mjs'
import { root, userCache } from './setup/paths.mjs'

/**
 * Whether everything is formatted: `npm run format:check`. Files that were, with this content, are kept in the person's cache for all clones:
 * Prettier's own cache goes by absolute paths, and a fresh clone would read everything anew, a minute of one core.
 */
const keptFile = path.join(userCache, 'formatted')
/** A few states of the project. */
const mostKept = 20_000
const ignorePath = ['.gitignore', '.prettierignore'].map((name) => path.join(root, name))
/** What decides besides the file itself. */
const settings = ['.prettierrc.json', '.prettierignore', '.gitignore']

await installDependencies()
const prettier = await import('prettier')
const given = hashOf(prettier.version, process.version, ...settings.map((name) => textOf(path.join(root, name))))
const known = new Set(textOf(keptFile).split('\n'))
const formatted = []
const wrong = []
for await (const file of filesIn(root)) {
  const text = fs.readFileSync(file, 'utf8')
  const hash = hashOf(given, path.relative(root, file), text)
  if (known.has(hash) || (await isFormatted(file, text))) formatted.push(hash)
  else wrong.push(file)
}
keep([...known, ...formatted])
for (const file of wrong) console.error(`not formatted: ${path.relative(root, file)}`)
if (wrong.length > 0) console.error('`npm run format` formats everything.')
process.exitCode = wrong.length === 0 ? 0 : 1

/**
 * @param {string} folder
 * @returns {AsyncGenerator<string>} every file in it that Prettier would look at
 */
async function* filesIn(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory()) {
      const isOut =
        entry.name === '.git' || entry.name === 'node_modules' || (await isIgnored(path.join(place, 'x.ts')))
      if (!isOut) yield* filesIn(place)
    } else if (entry.isFile() && !(await isIgnored(place))) yield place
  }
}

/** @param {string} file */
async function isIgnored(file) {
  const { ignored, inferredParser } = await prettier.getFileInfo(file, { ignorePath, resolveConfig: false })
  return ignored || inferredParser === null
}

/**
 * @param {string} file
 * @param {string} text
 */
async function isFormatted(file, text) {
  try {
    return await prettier.check(text, { ...(await prettier.resolveConfig(file)), filepath: file })
  } catch (error) {
    console.error(`${file}: ${String(error)}`)
    return false
  }
}

/** @param {readonly string[]} hashes */
function keep(hashes) {
  try {
    fs.mkdirSync(userCache, { recursive: true })
    const whole = `${keptFile}.${process.pid}.tmp`
    fs.writeFileSync(whole, [...new Set(hashes.toReversed())].slice(0, mostKept).toReversed().join('\n'))
    fs.renameSync(whole, keptFile)
  } catch {
    // Nowhere to keep it: it is only slower.
  }
}

/** @param {readonly string[]} parts */
function hashOf(...parts) {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32)
}

/** @param {string} file */
function textOf(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
