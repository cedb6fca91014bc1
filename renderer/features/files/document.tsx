import { Archive } from 'lucide-react'
import { type DocumentDefinition, ofPage, pageGoTo } from '../../documents/document-kind.ts'
import { later } from '../../documents/later.tsx'

export const filesDocument: DocumentDefinition<'files'> = {
  icon: () => Archive,
  Screen: later(async () => (await import('./files-screen.tsx')).FilesScreen),
  goTo: pageGoTo('files', ['Mod+5']),
  ...ofPage('files'),
}
