import { words } from '../support/words.ts'

/** Addresses that are not public, in the form in which a name server gives them. */
export const PRIVATE: readonly string[] = words(`
    0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.100.100.200 100.127.255.255
    127.0.0.1 127.255.255.255 168.63.129.16 169.254.0.0 169.254.169.254 169.254.255.255
    172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.192 192.0.2.0 192.0.2.255 192.31.196.1
    192.52.193.1 192.88.99.1 192.168.0.0 192.168.255.255 192.175.48.1 198.18.0.0
    198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.0 239.255.255.255 240.0.0.0
    255.255.255.255 :: ::1 ::7f00:1 ::127.0.0.1 ::ffff:0:0 ::ffff:127.0.0.1
    ::ffff:169.254.169.254 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 ::ffff:0:8.8.8.8 64:ff9b::
    64:ff9b::7f00:1 64:ff9b::8.8.8.8 64:ff9b:1::1 64:ff9b:1:ffff::10.0.0.1 100::1 100:0:0:1::1
    2001::1 2001:0:7f00:1::1 2001:0:ce49:7601:e866:efff:62c3:fffe 2001:1::1 2001:4:112::1
    2001:10::1 2001:20::1 2001:30::1 2001:db8:: 2001:db8:ffff:ffff::1 2002::1 2002:7f00:1::1
    2002:a9fe:a9fe::1 2002:808:808::1 2620:4f:8000::1 3fff::1 4000::1 5f00::1 8000::1 e000::1
    fc00::1 fd00:ec2::254 fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff fe00::1 fe80::1 febf::1
    fec0::1 ff00::1 ff05::1:3 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
  `)

/** Public addresses, next to ranges that are not. */
export const PUBLIC: readonly string[] = words(`
    8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 169.253.255.255 169.255.0.0
    172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0
    223.255.255.255 2606:4700:4700::1111 2003::1
  `)

/** Hosts of URLs that are such addresses in other forms, and hosts that are none. */
export const HOSTS: readonly string[] = [
  ...words(`
    0 0x0 00000000000 127.1 127.0.1 127.0.0.1. 2130706433 0x7f000001 017700000001 0177.0.0.1
    0x7f.0.0.1 0177.1 127.0x0.0.1 167772161 2852039166 0251.0376.0251.0376 169.254.43518
    3232235521 192.168.1 %31%32%37.0.0.1 127%2e0%2e0%2e1 [::] [::1] [0:0:0:0:0:0:0:1]
    [::127.0.0.1] [::ffff:127.0.0.1] [0:0:0:0:0:ffff:7f00:1] [::ffff:0:127.0.0.1]
    [64:ff9b::127.0.0.1] [2002:7f00:1::] [2001:0:7f00:1::] [fe80::1] [fe80::1%25eth0]
    [fd00:ec2::254] [fec0::1] [ff02::1] [v1.x] [] [::1 256.256.256.256 1.2.3.4.5 1..1
    .example.com example..com example.com. localhost. *.example.com exa'mple.com exa!mple.com
    -
  `),
  ...['exa$mple.com', '', ' ', `${'a'.repeat(64)}.com`, `${'a.'.repeat(127)}com`],
]

/** Whole addresses that are refused as they are written. */
export const URLS: readonly string[] = [
  ...words(`
    receiver.example.com //receiver.example.com/ /hooks http://receiver.example.com/
    ftp://receiver.example.com/ wss://receiver.example.com/ file:///etc/passwd
    data:text/plain,x javascript:alert(1) unix:/run/docker.sock https:receiver.example.com
    https:/receiver.example.com https:///receiver.example.com
    https://user@receiver.example.com/ https://:secret@receiver.example.com/
    https://@receiver.example.com/ https://receiver.example.com@127.0.0.1/
    https://receiver.example.com#@127.0.0.1/ https://receiver.example.com/#
    https://receiver.example.com/"x" https://receiver.example.com:0/
    https://receiver.example.com:65536/ https://receiver.example.com:-1/
    https://receiver.example.com:4e3/ https://receiver.example.com:80:443/ https://1.1.1.1:22/
    https://1.1.1.1:80/ https://1.1.1.1:1023/ https://[2606:4700:4700::1111]:22/
  `),
  ...[
    '',
    ' ',
    'https:\\\\receiver.example.com',
    'https://receiver.example.com\\@127.0.0.1/',
    'https://receiver.example.com/ hooks',
    ' https://receiver.example.com/',
    'https://receiver.example.com/\n',
    'https://receiver.example.com/\r\nHost: internal',
    'ht\ntps://receiver.example.com/',
    'https://rec\teiver.example.com/',
    'https://receiver.example.com/\u0000',
    'https://receiver.example.com/\u202e',
    'https://receiver。example.com/',
    'https://①②⑦.0.0.1/',
    'https://ⓔxample.com/',
    'https://exämple.com/',
    'https://receiver.example.com/ä',
    `https://receiver.example.com/${'x'.repeat(2_100)}`,
  ],
]
