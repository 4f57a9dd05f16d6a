import { Switch } from '@mantine/core'
import { useLocation } from 'wouter'
import { chooseEnvironment, useEnvironment } from '../../data/environment.ts'
import { t } from '../../i18n/text.ts'

/** Shows sandbox keys on all pages of the firm, in place of production keys. */
export function TestDataSwitch() {
  const environment = useEnvironment()
  const [location, navigate] = useLocation()
  const change = (isOn: boolean) => {
    chooseEnvironment(isOn ? 'sandbox' : 'production')
    // A key in the address is of the other environment.
    navigate(location.replace(/(\/service-api)\/.*/, '$1'), { replace: true })
  }
  return (
    <Switch
      label={t('Test data')}
      px="sm"
      mb="md"
      checked={environment === 'sandbox'}
      onChange={({ currentTarget: { checked } }) => change(checked)}
    />
  )
}
