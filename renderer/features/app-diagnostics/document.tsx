import { Stethoscope } from 'lucide-react'
import { type DocumentDefinition, ofPage, pageGoTo } from '../../documents/document-kind.ts'
import { later } from '../../documents/later.tsx'

export const diagnosticsDocument: DocumentDefinition<'diagnostics'> = {
  icon: () => Stethoscope,
  Screen: later(async () => (await import('./diagnostics-screen.tsx')).DiagnosticsScreen),
  goTo: pageGoTo('diagnostics'),
  ...ofPage('diagnostics'),
}
