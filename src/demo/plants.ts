/** The plants of the first client. */
export const PLANTS: readonly { id: bigint; name: string; tag?: string }[] = [
  { id: 1n, name: 'Seville orange', tag: 'citrus' },
  { id: 2n, name: 'Meyer lemon', tag: 'citrus' },
  { id: 3n, name: 'Chinotto', tag: 'citrus' },
  { id: 4n, name: 'Buddha’s hand', tag: 'citrus' },
  { id: 5n, name: 'Star jasmine', tag: 'climber' },
  { id: 6n, name: 'Bougainvillea', tag: 'climber' },
  { id: 7n, name: 'Cape leadwort', tag: 'climber' },
  { id: 8n, name: 'Bird of paradise', tag: 'exotic' },
  { id: 9n, name: 'Angel’s trumpet', tag: 'exotic' },
  { id: 10n, name: 'Olive, three stems', tag: 'tree' },
  { id: 11n, name: 'Sweet bay' },
  { id: 12n, name: 'Oleander “Soleil Levant”' },
]
