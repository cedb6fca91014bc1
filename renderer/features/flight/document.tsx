import { History } from 'lucide-react'
import { type DocumentDefinition, ofPage, pageGoTo } from '../../documents/document-kind.ts'
import { later } from '../../documents/later.tsx'

export const flightDocument: DocumentDefinition<'flight'> = {
  icon: () => History,
  Screen: later(async () => (await import('./flight-screen.tsx')).FlightScreen),
  goTo: pageGoTo('flight'),
  ...ofPage('flight'),
}
