import fs from 'node:fs'
import path from 'node:path'
import { root } from '../setup/paths.mjs'

/** What packages on another runtime than the pinned one have behind their version: dpkg and rpm both sort it before the release. */
const testMark = '~test'

const architectures = /** @type {Record<string, { deb: string, rpm: string }>} */ ({
  x64: { deb: 'amd64', rpm: 'x86_64' },
  arm64: { deb: 'arm64', rpm: 'aarch64' },
})

/**
 * @typedef {object} Identity
 * @property {string} version of the app, with `~test` in a test build
 * @property {string} summary one line
 * @property {string} description a paragraph
 * @property {string} electronVersion
 * @property {boolean} isTest never to be published
 * @property {{ node: string, deb: string, rpm: string }} arch
 * @property {string} date of the build, as in 2026-11-25
 */

/**
 * @param {string} electronVersion that is in the package
 * @param {Date} now
 * @param {string} [arch]
 * @returns {Identity}
 */
export function identityOf(electronVersion, now, arch = process.arch) {
  const app = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  const isTest = electronVersion !== app.devDependencies.electron
  const names = architectures[arch]
  if (names === undefined) throw new Error(`There are no packages for ${arch}.`)
  return {
    version: isTest ? `${app.version}${testMark}` : app.version,
    summary: 'See, record and explain what a .NET process does',
    description: [
      'Attaches to .NET processes through their diagnostic port: live counters, recordings, heap graphs, dumps, start-up control.',
      'No agent is installed and nothing is sent anywhere.',
      ...(isTest ? [`TEST BUILD on Electron ${electronVersion}, not on the pinned version. Never publish it.`] : []),
    ].join('\n'),
    electronVersion,
    isTest,
    arch: { node: arch, ...names },
    date: now.toISOString().slice(0, 10),
  }
}
