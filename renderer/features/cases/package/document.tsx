import { PackageOpen } from 'lucide-react'
import type { DocumentDefinition } from '../../../documents/document-kind.ts'
import { later } from '../../../documents/later.tsx'
import { commands } from '../../../commands/registry.ts'
import type { TabOf } from '../../../store/navigation-slice.ts'

const PackageScreen = later(async () => (await import('./package-screen.tsx')).PackageScreen)

function Screen({ tab }: { readonly tab: TabOf<'case-package'> }) {
  return <PackageScreen target={tab.caseTarget} />
}

export const casePackageDocument: DocumentDefinition<'case-package'> = {
  icon: () => PackageOpen,
  Screen,
  goTo: null,
  reopen({ caseTarget }) {
    commands.runWith('files.openPath', { path: caseTarget.path, as: 'trace' })
  },
}
