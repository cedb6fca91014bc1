import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { hasDisplay, startVirtualDisplay } from '../../scripts/setup/display.mjs'
import { setUp } from '../../scripts/setup/set-up.mjs'
import { startTarget } from '../../samples/start-target.ts'
import { storyFolder } from '../fixture/story-picture.ts'
import { saveStrip } from '../fixture/webp.ts'
import { takeTour } from './tour.ts'

/**
 * The first pictures of README.md: takes the tour with a sample, keeps its picture of Live (`docs/pictures/tour-live.webp`), and puts it with those
 * of the story in one strip (`docs/pictures/strip.webp`): from the list of processes to the function that takes the time.
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
const strip = path.join(folder, 'strip.webp')
const story = ['2-question', '2-recording', '6-overview', '6-flame'].map((name) =>
  path.join(storyFolder, `${name}.webp`),
)
const panels = [path.join(storyFolder, '1-processes.webp'), taken, ...story]
let exitCode = 1
try {
  const beforeClose = (page: Page): Promise<void> => saveStrip(page, panels, strip)
  exitCode = await takeTour({ folder, pids: [target.pid], print: console.error, livePicture: taken, beforeClose })
  if (exitCode === 0) {
    fs.copyFileSync(taken, path.join(storyFolder, 'tour-live.webp'))
    fs.copyFileSync(strip, path.join(storyFolder, 'strip.webp'))
  }
} finally {
  await target.dispose()
  display?.stop()
  fs.rmSync(folder, { recursive: true, force: true })
}
console.log(exitCode === 0 ? 'docs/pictures/{tour-live,strip}.webp' : 'The tour failed; the pictures are as they were.')
process.exit(exitCode)
