import { reportPageErrors } from './app/page-errors.ts'
import { startPage } from './app/start-page.ts'
import { watchProcesses } from './features/processes/process-stream.ts'
import './app/theme/theme.css'

// This file is small on purpose: it runs while the rest of the page is still being read and compiled, so that settings and
// rows have come when React renders for the first time. The build lets that rest load with the page (vite.config.ts).
reportPageErrors(window)
startPage()
watchProcesses()
void import('./app/mount.tsx')
