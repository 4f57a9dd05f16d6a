import { type CSSVariablesResolver, colorsTuple, createTheme } from '@mantine/core'
import { t } from '../i18n/text.ts'

// From the lightest to the darkest.
const shades = (colors: string) => colorsTuple(colors.split(' '))

const leaf = shades(
  '#eef5f0 #dce9e0 #b6d1c0 #8db79d #6aa17f #53936c #458b61 #2f6b4a #24593c #174530',
)
const fruit = shades(
  '#fff3e6 #ffe3c7 #fdc894 #f9ab5c #f5922f #f08316 #d46a00 #a85300 #8a4400 #6b3500',
)
const clay = shades(
  '#fbeeec #f5dbd7 #e9b5ae #dd8c82 #d2685b #c94f41 #b3392b #9d2f23 #86271d #5c1d16',
)
const stone = shades(
  '#faf8f4 #f3f0ea #e7e2d8 #d8d2c5 #b0a899 #857d6f #655f54 #524d44 #37342e #211f1b',
)
const night = shades(
  '#d9ddd7 #bcc3ba #98a197 #6b736a #414a44 #343d37 #28302b #1b211d #141916 #0e120f',
)

const SERIF =
  "'Iowan Old Style', 'Palatino Linotype', Palatino, 'URW Palladio L', P052, Georgia, serif"
const SANS =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', sans-serif"

export const theme = createTheme({
  colors: { leaf, fruit, red: clay, gray: stone, dark: night },
  primaryColor: 'leaf',
  primaryShade: 7,
  fontFamily: SANS,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontFamily: SERIF, fontWeight: '600' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  components: {
    Card: { defaultProps: { withBorder: true, padding: 'lg' } },
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.5, blur: 2 },
        closeButtonProps: { 'aria-label': t('Close') },
        styles: { title: { fontFamily: SERIF, fontSize: '1.25rem', fontWeight: 600 } },
        // Mantine makes it a <header>, which would be a second banner of the page.
        attributes: { header: { role: 'presentation' } },
      },
    },
    // A form says what is missing when it is sent.
    InputWrapper: { defaultProps: { withAsterisk: false } },
    Badge: {
      defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 600, miw: 'max-content' },
    },
    TableScrollContainer: {
      defaultProps: { scrollAreaProps: { offsetScrollbars: false, type: 'auto' } },
    },
  },
})

// Mantine's tints are nearly black in the dark scheme; these are the color itself, transparent.
const tints = Object.fromEntries(
  Object.entries({ leaf, fruit, red: clay, gray: stone }).flatMap(([name, shades]) => [
    [`--mantine-color-${name}-light`, `${shades[5]}33`],
    [`--mantine-color-${name}-light-hover`, `${shades[5]}44`],
    [`--mantine-color-${name}-light-color`, shades[1]],
  ]),
)

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fdfcfa',
    '--mantine-color-text': stone[9],
    '--mantine-color-dimmed': stone[6],
    '--mantine-color-placeholder': stone[5],
    '--mantine-color-anchor': leaf[7],
    '--mantine-color-error': clay[7],
    '--orangery-ground': stone[1],
    '--orangery-border': stone[5],
    '--orangery-focus': leaf[7],
  },
  dark: {
    ...tints,
    '--mantine-color-dimmed': night[2],
    '--mantine-color-placeholder': night[2],
    '--mantine-color-anchor': leaf[3],
    '--mantine-color-error': clay[2],
    '--orangery-ground': night[8],
    '--orangery-border': '#7a8279',
    '--orangery-focus': leaf[4],
  },
})
