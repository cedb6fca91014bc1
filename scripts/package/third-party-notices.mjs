import fs from 'node:fs'
import path from 'node:path'
import { projectCache, root } from '../setup/paths.mjs'
import { SetupError } from '../setup/report.mjs'

/** What electron-builder.yml puts beside the executable. */
const noticesFile = path.join(projectCache, 'package/THIRD-PARTY-NOTICES.txt')
/** A package of its own in the app, in no bundle. */
const unbundled = ['koffi']

/**
 * Copyright and license of every npm package that the app is built with, which most of these licenses ask for. Electron's and Chromium's own are
 * beside it, those of the program that opens dumps beside that one.
 *
 * @returns {string} one line about it
 */
export function writeNotices() {
  const bundled = bundledPackages(path.join(root, 'out'))
  const names = [...new Set([...unbundled, ...bundled, ...styledPackages(path.join(root, 'renderer'))])].sort()
  fs.mkdirSync(path.dirname(noticesFile), { recursive: true })
  fs.writeFileSync(noticesFile, noticesOf(names, path.join(root, 'node_modules')))
  return `of ${names.length} packages in the app`
}

/**
 * By the lists that the build leaves beside each bundle (vite.config.ts).
 *
 * @param {string} out
 * @returns {string[]}
 */
function bundledPackages(out) {
  const lists = fs
    .readdirSync(out, { recursive: true, encoding: 'utf8' })
    .filter((file) => /packages-of-\w+\.txt$/.test(file))
  if (lists.length === 0)
    throw new SetupError('The build left no list of the packages in it. Build again with: npm run build -- --force')
  return lists.flatMap((list) => fs.readFileSync(path.join(out, list), 'utf8').split('\n').filter(Boolean))
}

/**
 * Fonts and colors: what a style imports is no module of the bundle.
 *
 * @param {string} folder
 */
export function styledPackages(folder) {
  const styles = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))
  return styles.flatMap((style) => {
    const text = fs.readFileSync(path.join(folder, style), 'utf8')
    return [...text.matchAll(/(?:@import\s+|url\()['"]((?:@[^/'"]+\/)?[^./'"][^/'"]*)\//g)].map(
      (match) => match[1] ?? '',
    )
  })
}

/**
 * @param {readonly string[]} names
 * @param {string} folder node_modules
 */
export function noticesOf(names, folder) {
  const sections = names.map((name) => {
    const place = path.join(folder, name)
    const { version, license } = JSON.parse(fs.readFileSync(path.join(place, 'package.json'), 'utf8'))
    const file = fs.readdirSync(place).find((entry) => /^licen[cs]e(\.\w+)?$/i.test(entry))
    if (file === undefined) throw new SetupError(`${name} has no license text to hand on.`)
    return `${name} ${version} (${license})\n\n${fs.readFileSync(path.join(place, file), 'utf8').trim()}\n`
  })
  return ['Pipescope is built with these packages.\n', ...sections].join(`\n${'-'.repeat(80)}\n\n`)
}
