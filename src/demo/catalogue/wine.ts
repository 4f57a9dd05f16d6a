import { type DemoAsset, parseValue } from '../demo-asset.ts'
import { parseTable } from '../parse-table.ts'

// `vintages`: for each vintage, the price of a bottle in US dollars and the number of bottles.
const ROWS = parseTable(
  ['producer', 'region', 'varietal', 'ml', 'vintages'],
  `
Château Margaux | Margaux | Cabernet Sauvignon, Merlot | 750 | 1996 720 12; 2000 980 6; 2005 760 12; 2009 840 12; 2015 1250 6
Château Lafite Rothschild | Pauillac | Cabernet Sauvignon, Merlot | 750 | 1986 1100 6; 2000 1450 12; 2009 930 12; 2016 780 12
Château Latour | Pauillac | Cabernet Sauvignon, Merlot | 750 | 1990 820 6; 2003 790 12; 2010 1150 12
Château Mouton Rothschild | Pauillac | Cabernet Sauvignon, Merlot | 750 | 1982 1350 3; 2006 610 12; 2016 690 6
Château Haut-Brion | Pessac-Léognan | Merlot, Cabernet Sauvignon | 750 | 1989 2100 3; 2005 720 12; 2012 430 12
Pétrus | Pomerol | Merlot | 750 | 1998 3900 3; 2008 2950 6
Château Cheval Blanc | Saint-Émilion | Cabernet Franc, Merlot | 750 | 2000 720 6; 2010 830 12
Château d’Yquem | Sauternes | Sémillon, Sauvignon Blanc | 750 | 1988 480 6; 2001 690 12; 2015 420 12
Château Pichon Longueville Comtesse de Lalande | Pauillac | Cabernet Sauvignon | 1500 | 1996 560 6; 2010 470 6
Château Léoville Las Cases | Saint-Julien | Cabernet Sauvignon | 750 | 2000 320 12; 2016 260 12
Domaine Leflaive Puligny-Montrachet | Burgundy | Chardonnay | 750 | 2014 340 6; 2017 310 12
Domaine Armand Rousseau Gevrey-Chambertin | Burgundy | Pinot Noir | 750 | 2012 520 6; 2015 590 6
Bouchard Père & Fils Corton-Charlemagne | Burgundy | Chardonnay | 750 | 2010 190 12
Louis Jadot Chambertin Clos de Bèze | Burgundy | Pinot Noir | 750 | 2009 340 6; 2018 360 6
Guigal Côte-Rôtie La Mouline | Rhône | Syrah | 750 | 1999 520 6; 2010 390 12
Château de Beaucastel Châteauneuf-du-Pape | Rhône | Grenache, Mourvèdre | 1500 | 2007 210 6; 2016 190 6
Krug Clos du Mesnil | Champagne | Chardonnay | 750 | 2004 1480 3
Dom Pérignon | Champagne | Chardonnay, Pinot Noir | 750 | 1996 390 12; 2008 240 24; 2012 230 12
Salon Le Mesnil | Champagne | Chardonnay | 750 | 2002 920 6
Gaja Barbaresco | Piedmont | Nebbiolo | 750 | 2004 240 12; 2016 230 12
Giacomo Conterno Barolo Monfortino | Piedmont | Nebbiolo | 750 | 2006 1050 6; 2013 1180 6
Biondi-Santi Brunello di Montalcino Riserva | Tuscany | Sangiovese | 750 | 1997 520 6; 2012 490 6
Tenuta San Guido Sassicaia | Tuscany | Cabernet Sauvignon | 750 | 2008 260 12; 2015 340 12; 2016 390 6
Marchesi Antinori Tignanello | Tuscany | Sangiovese | 1500 | 2010 310 6; 2019 280 6
Vega Sicilia Único | Ribera del Duero | Tempranillo | 750 | 1994 520 6; 2010 430 12
López de Heredia Viña Tondonia Gran Reserva | Rioja | Tempranillo | 750 | 1994 260 6; 2001 210 12
Egon Müller Scharzhofberger Auslese | Mosel | Riesling | 750 | 2007 320 6; 2015 290 12
Joh. Jos. Prüm Wehlener Sonnenuhr Spätlese | Mosel | Riesling | 750 | 2005 95 12; 2019 62 24
Weingut Knoll Grüner Veltliner Smaragd | Wachau | Grüner Veltliner | 750 | 2013 78 12
Royal Tokaji Aszú 6 puttonyos | Tokaj | Furmint | 500 | 1999 110 12
Domaine Jean-Louis Chave Hermitage | Rhône | Syrah | 750 | 2009 460 6
Taylor’s Vintage Port | Douro | Touriga Nacional | 750 | 1977 180 12; 1994 165 12; 2011 120 24
Quinta do Noval Nacional | Douro | Touriga Nacional | 750 | 2003 690 3
Blandy’s Madeira Bual | Madeira | Bual | 750 | 1920 690 3
Ridge Monte Bello | Santa Cruz Mountains | Cabernet Sauvignon | 750 | 2005 260 12; 2013 270 6
Opus One | Napa Valley | Cabernet Sauvignon | 750 | 2007 430 6; 2018 380 12
Penfolds Grange | South Australia | Shiraz | 750 | 1998 620 6; 2010 610 6
Klein Constantia Vin de Constance | Constantia | Muscat | 500 | 2017 92 12
Yamazaki 山崎 18 Years | Osaka | Single malt whisky | 700 | - 950 3
`,
)

/** Bottles by producer and vintage. The value is that of all bottles together. */
export const WINE: DemoAsset[] = ROWS.flatMap((row) =>
  row.vintages.split(';').map((lot) => {
    const [vintage = '-', price = '-', bottles = '1'] = lot.trim().split(' ')
    return {
      category: 'wine',
      title: vintage === '-' ? row.producer : `${row.producer} ${vintage}`,
      value: parseValue(String(Number(price) * Number(bottles))),
      quantity: bottles,
      // Bottled two years after the harvest.
      ...(vintage !== '-' && { availableFrom: Number(vintage) + 2 }),
      detail: {
        producer: row.producer,
        ...(vintage !== '-' && { vintage }),
        region: row.region,
        varietal: row.varietal,
        bottle_size_ml: Number(row.ml),
        bottles: Number(bottles),
      },
    }
  }),
)
