import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { hasDisplay, startVirtualDisplay } from '../../scripts/setup/display.mjs'
import { setUp } from '../../scripts/setup/set-up.mjs'
import { startTarget } from '../../samples/start-target.ts'
import { storyFolder } from '../fixture/story-picture.ts'
import { takeTour } from './tour.ts'

/**
 * The first picture of README.md, `docs/pictures/tour-live.webp`: takes the tour with a sample and keeps its picture of Live.
 *
 *   npm run -s picture
 *
 * A tour that would exit with 1 leaves the picture as it was.
 */
await setUp({ headline: 'Pipescope: the picture of the tour' })
const display = hasDisplay() ? null : await startVirtualDisplay()
if (display !== null) process.env['DISPLAY'] = display.display
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-picture-'))
const target = await startTarget({ args: ['planted', 'web', 'counters', 'meters'] })
const taken = path.join(folder, 'live.webp')
let exitCode = 1
try {
  exitCode = await takeTour({ folder, pids: [target.pid], print: console.error, livePicture: taken })
  if (exitCode === 0) fs.copyFileSync(taken, path.join(storyFolder, 'tour-live.webp'))
} finally {
  await target.dispose()
  display?.stop()
  fs.rmSync(folder, { recursive: true, force: true })
}
console.log(exitCode === 0 ? 'docs/pictures/tour-live.webp' : 'The tour failed; the picture is as it was.')
process.exit(exitCode)
