import { addCopyButtons } from './copy-code.ts'
import { rememberLanguage } from './language.ts'
import { openTarget } from './open-target.ts'
import { enableRun } from './run.ts'
import { enableSearch } from './search-field.ts'
import { foldSideList } from './side-list.ts'

// The pages are whole without this program. It adds what needs one.
addCopyButtons(document)
rememberLanguage()
foldSideList()
openTarget()
enableSearch()
enableRun()
