import { createRoot } from 'react-dom/client'
import { must } from '../shared/base/assert.ts'
import { App } from './app/app.tsx'
import { reportPageErrors } from './app/page-errors.ts'
import { startPage } from './app/start-page.ts'
import './app/theme/theme.css'

reportPageErrors(window)
startPage()
createRoot(must(document.getElementById('root'), 'index.html has it')).render(<App />)
