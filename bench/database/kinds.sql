-- What the fillings of all benchmarks share: ids, and a detail for each category.

CREATE FUNCTION pg_temp.ulid(kind text, number bigint) RETURNS text IMMUTABLE LANGUAGE sql AS $$
  SELECT '0' || kind || lpad(upper(to_hex(number)), 24, '0')
$$;

CREATE TEMP TABLE category_details (number int, category category, code text, detail jsonb);
INSERT INTO category_details VALUES
  (0, 'precious_metals', 'PM', '{"metal":"gold","form":"bar","purity":"0.9999","gross_weight_g":"100","mint":"Valcambi"}'),
  (1, 'watches', 'WT', '{"brand":"Longines","model":"Conquest","reference":"L3.830","year":2019,"movement":"automatic","box":true,"papers":true}'),
  (2, 'jewelry', 'JW', '{"kind":"ring","metal":"platinum","purity":"0.95","stones":[{"stone":"diamond","carat":"1.2","cut":"round","color":"F","clarity":"VS1"}]}'),
  (3, 'gemstones', 'GM', '{"stone":"sapphire","carat":"3.4","cut":"oval","certification":{"lab":"GIA","number":"1234567"}}'),
  (4, 'art', 'AR', '{"creators":["Unknown master"],"date":"c. 1870","medium":"oil on canvas","dimensions":"60 x 80 cm","signed":false}'),
  (5, 'antiques', 'AN', '{"maker":"Unknown","period":"Georgian","origin":"England","material":"mahogany"}'),
  (6, 'coins', 'CN', '{"country":"Austria","denomination":"1 Ducat","year":1915,"metal":"gold","grade":"MS64"}'),
  (7, 'wine', 'WN', '{"producer":"Château","vintage":"2009","region":"Bordeaux","bottle_size_ml":750,"bottles":12}'),
  (8, 'vehicles', 'VH', '{"make":"Alfa Romeo","model":"Giulia","year":1967,"mileage_km":84000,"engine":"1.6 l"}'),
  (9, 'books', 'BK', '{"author":"Anonymous","publisher":"Press","year":1811,"edition":"first","language":"en"}'),
  (10, 'musical_instruments', 'MI', '{"maker":"Workshop","model":"Violin","year":1890,"serial_number":"77"}'),
  (11, 'fashion', 'FS', '{"brand":"House","model":"Bag","size":"30","material":"leather","year":2015}'),
  (12, 'collectibles', 'CL', '{"maker":"Works","series":"Trains","year":1956,"grade":"C8"}'),
  (13, 'real_estate', 'RE', '{"address":"1 Main Street","country":"AT","area_m2":"120","year_built":1972,"tenure":"freehold"}'),
  (14, 'other', 'OT', '{"attributes":{"colour":"blue","origin":"unknown"}}');
