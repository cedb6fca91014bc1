import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { projectCache, root } from './paths.mjs'
import { step } from './report.mjs'
import { mustRun } from './run-command.mjs'

/** What the three bundles are made from. Tests are left out: editing one must not cost a build. */
const inputs = ['main', 'preload', 'renderer', 'shared', 'package.json', 'package-lock.json', 'vite.config.ts']
const testFile = /\.test\.tsx?$|\/README\.md$/
const stampPath = path.join(projectCache, 'build-inputs.sha256')

/** Builds `out/` when an input changed since the last build. */
export function buildApp({ force = false } = {}) {
  return step('build', async () => {
    const hash = inputsHash()
    if (!force && isBuilt(hash)) return { did: 'up to date', value: undefined }
    forgetBuild()
    const vite = path.join(root, 'node_modules/vite/bin/vite.js')
    await mustRun('vite build', process.execPath, [vite, 'build', '--app'], {
      cwd: root,
      env: buildEnvironment(),
    })
    fs.mkdirSync(projectCache, { recursive: true })
    fs.writeFileSync(stampPath, hash)
    return { did: 'main, preload and page into out/', value: undefined }
  })
}

/** Vite sets NODE_ENV for the programs that it runs; a build begun by one of them would have the development version of React. */
export function buildEnvironment() {
  return { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' }
}

/** For whoever else writes into `out/`: the next build is then done in any case. */
export function forgetBuild() {
  fs.rmSync(stampPath, { force: true })
}

/** Whether `out/` was made from the sources as they are; a few tens of milliseconds. */
export function isBuildCurrent() {
  return isBuilt(inputsHash())
}

/** @param {string} hash */
function isBuilt(hash) {
  const outputs = ['out/main/index.cjs', 'out/preload/index.cjs', 'out/renderer/index.html']
  return (
    fs.existsSync(stampPath) &&
    fs.readFileSync(stampPath, 'utf8') === hash &&
    outputs.every((output) => fs.existsSync(path.join(root, output)))
  )
}

function inputsHash() {
  const hash = crypto.createHash('sha256').update(`${buildEnvironment().NODE_ENV}\0`)
  for (const file of inputs.flatMap((input) => filesOf(path.join(root, input)))) {
    hash.update(`${path.relative(root, file)}\0`)
    hash.update(fs.readFileSync(file))
  }
  return hash.digest('hex')
}

/**
 * @param {string} place
 * @returns {string[]}
 */
function filesOf(place) {
  if (!fs.existsSync(place)) return []
  if (!fs.statSync(place).isDirectory()) return [place]
  return fs
    .readdirSync(place, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !testFile.test(file))
    .sort()
}
