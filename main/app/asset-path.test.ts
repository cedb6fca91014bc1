import path from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assetOf } from './asset-path.ts'

const root = path.resolve('/srv/app/renderer')

describe('an address under app://pipescope/', () => {
  test.each([
    ['app://pipescope/index.html', 'index.html', 'text/html; charset=utf-8'],
    ['app://pipescope/', 'index.html', 'text/html; charset=utf-8'],
    ['app://pipescope/assets/a%20b.js?theme=dark#x', 'assets/a b.js', 'text/javascript; charset=utf-8'],
    ['app://pipescope/assets/inter.woff2', 'assets/inter.woff2', 'font/woff2'],
    ['app://pipescope/../index.html', 'index.html', 'text/html; charset=utf-8'],
  ])('%s is one of our files', (address, file, contentType) => {
    expect(assetOf(address, root)).toEqual({ filePath: path.join(root, file), contentType })
  })

  test.each([
    'app://elsewhere/index.html',
    'https://pipescope/index.html',
    'app://pipescope/..%2f..%2fsecret.json',
    'app://pipescope/%2e%2e%2fsecret.json',
    'app://pipescope/..%5c..%5csecret.json',
    'app://pipescope/..\\..\\secret.json',
    'app://pipescope/%00.html',
    'app://pipescope/%E0%A4%A.html',
    'app://pipescope/notes.txt',
    'app://pipescope/folder',
    'app://pipescope',
    'not an address',
  ])('%s is not', (address) => {
    expect(assetOf(address, root)).toBeNull()
  })

  test('never leads out of the folder', () => {
    const part = fc.constantFrom('..', '.', '%2e%2e', '%2E.', '', 'a', '%2f', '\\', '%5c', '....', '/', '%00', 'x.html')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const asset = assetOf(`app://pipescope/${parts.join('/')}.html`, root)
        expect(asset === null || asset.filePath.startsWith(root + path.sep)).toBe(true)
      }),
    )
  })
})
