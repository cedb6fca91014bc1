import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { must } from '../../shared/base/assert.ts'
import { App } from './app.tsx'
import { loadTheRestWhenIdle } from '../documents/later.tsx'

/** Long enough for the first rows to be on the screen. */
const startIsOverMs = 2000

// Importing this module renders the page, at once and to its end: what Chromium keeps of a module's compiled code is what was compiled
// when its evaluation ended. Rendered later, all that React and the shell compile for the first picture is compiled at each start.
const root = createRoot(must(document.getElementById('root'), 'index.html has it'))
flushSync(() => root.render(<App />))
setTimeout(loadTheRestWhenIdle, startIsOverMs)
