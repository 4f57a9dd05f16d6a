/* eslint-disable */
import * as types from './graphql.ts';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "query MyPlants($after: String) {\n  plants(first: 25, after: $after) {\n    nodes {\n      id\n      name\n      tag\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n    totalCount\n  }\n}\n\nmutation AddPlant($plant: NewPlant!) {\n  createPlant(plant: $plant) {\n    id\n    name\n    tag\n  }\n}\n\nmutation RemovePlant($id: Int64!) {\n  deletePlant(id: $id)\n}": typeof types.MyPlantsDocument,
    "query AccessTokens {\n  accessTokens {\n    ...TokenRow\n  }\n}\n\nmutation CreateAccessToken($input: NewAccessToken!) {\n  createAccessToken(input: $input) {\n    secret\n    token {\n      ...TokenRow\n    }\n  }\n}\n\nmutation RevokeAccessToken($tokenId: ID!) {\n  revokeAccessToken(tokenId: $tokenId) {\n    ...TokenRow\n  }\n}\n\nfragment TokenRow on AccessToken {\n  id\n  name\n  reference\n  createdAt\n  expiresAt\n  revokedAt\n}": typeof types.AccessTokensDocument,
    "fragment KeyMarks on ApiKey {\n  environment\n  scopes\n  state\n}": typeof types.KeyMarksFragmentDoc,
    "fragment UsageOfDays on Usage {\n  total\n  days {\n    date\n    ok\n    refused\n    limited\n    failed\n  }\n}": typeof types.UsageOfDaysFragmentDoc,
    "query Firms($after: String) {\n  firms(first: 25, after: $after) {\n    nodes {\n      id\n      name\n      plan\n      planState\n      tier\n      clientCount\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n    totalCount\n  }\n}": typeof types.FirmsDocument,
    "query Session {\n  viewer {\n    kind\n    person {\n      id\n      name\n      email\n      isStaff\n      hasPortfolio\n      environment\n      memberships {\n        role\n        firm {\n          id\n          name\n        }\n      }\n    }\n  }\n}": typeof types.SessionDocument,
};
const documents: Documents = {
    "query MyPlants($after: String) {\n  plants(first: 25, after: $after) {\n    nodes {\n      id\n      name\n      tag\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n    totalCount\n  }\n}\n\nmutation AddPlant($plant: NewPlant!) {\n  createPlant(plant: $plant) {\n    id\n    name\n    tag\n  }\n}\n\nmutation RemovePlant($id: Int64!) {\n  deletePlant(id: $id)\n}": types.MyPlantsDocument,
    "query AccessTokens {\n  accessTokens {\n    ...TokenRow\n  }\n}\n\nmutation CreateAccessToken($input: NewAccessToken!) {\n  createAccessToken(input: $input) {\n    secret\n    token {\n      ...TokenRow\n    }\n  }\n}\n\nmutation RevokeAccessToken($tokenId: ID!) {\n  revokeAccessToken(tokenId: $tokenId) {\n    ...TokenRow\n  }\n}\n\nfragment TokenRow on AccessToken {\n  id\n  name\n  reference\n  createdAt\n  expiresAt\n  revokedAt\n}": types.AccessTokensDocument,
    "fragment KeyMarks on ApiKey {\n  environment\n  scopes\n  state\n}": types.KeyMarksFragmentDoc,
    "fragment UsageOfDays on Usage {\n  total\n  days {\n    date\n    ok\n    refused\n    limited\n    failed\n  }\n}": types.UsageOfDaysFragmentDoc,
    "query Firms($after: String) {\n  firms(first: 25, after: $after) {\n    nodes {\n      id\n      name\n      plan\n      planState\n      tier\n      clientCount\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n    totalCount\n  }\n}": types.FirmsDocument,
    "query Session {\n  viewer {\n    kind\n    person {\n      id\n      name\n      email\n      isStaff\n      hasPortfolio\n      environment\n      memberships {\n        role\n        firm {\n          id\n          name\n        }\n      }\n    }\n  }\n}": types.SessionDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query MyPlants($after: String) {\n  plants(first: 25, after: $after) {\n    nodes {\n      id\n      name\n      tag\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n    totalCount\n  }\n}\n\nmutation AddPlant($plant: NewPlant!) {\n  createPlant(plant: $plant) {\n    id\n    name\n    tag\n  }\n}\n\nmutation RemovePlant($id: Int64!) {\n  deletePlant(id: $id)\n}"): (typeof documents)["query MyPlants($after: String) {\n  plants(first: 25, after: $after) {\n    nodes {\n      id\n      name\n      tag\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n    totalCount\n  }\n}\n\nmutation AddPlant($plant: NewPlant!) {\n  createPlant(plant: $plant) {\n    id\n    name\n    tag\n  }\n}\n\nmutation RemovePlant($id: Int64!) {\n  deletePlant(id: $id)\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query AccessTokens {\n  accessTokens {\n    ...TokenRow\n  }\n}\n\nmutation CreateAccessToken($input: NewAccessToken!) {\n  createAccessToken(input: $input) {\n    secret\n    token {\n      ...TokenRow\n    }\n  }\n}\n\nmutation RevokeAccessToken($tokenId: ID!) {\n  revokeAccessToken(tokenId: $tokenId) {\n    ...TokenRow\n  }\n}\n\nfragment TokenRow on AccessToken {\n  id\n  name\n  reference\n  createdAt\n  expiresAt\n  revokedAt\n}"): (typeof documents)["query AccessTokens {\n  accessTokens {\n    ...TokenRow\n  }\n}\n\nmutation CreateAccessToken($input: NewAccessToken!) {\n  createAccessToken(input: $input) {\n    secret\n    token {\n      ...TokenRow\n    }\n  }\n}\n\nmutation RevokeAccessToken($tokenId: ID!) {\n  revokeAccessToken(tokenId: $tokenId) {\n    ...TokenRow\n  }\n}\n\nfragment TokenRow on AccessToken {\n  id\n  name\n  reference\n  createdAt\n  expiresAt\n  revokedAt\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment KeyMarks on ApiKey {\n  environment\n  scopes\n  state\n}"): (typeof documents)["fragment KeyMarks on ApiKey {\n  environment\n  scopes\n  state\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment UsageOfDays on Usage {\n  total\n  days {\n    date\n    ok\n    refused\n    limited\n    failed\n  }\n}"): (typeof documents)["fragment UsageOfDays on Usage {\n  total\n  days {\n    date\n    ok\n    refused\n    limited\n    failed\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Firms($after: String) {\n  firms(first: 25, after: $after) {\n    nodes {\n      id\n      name\n      plan\n      planState\n      tier\n      clientCount\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n    totalCount\n  }\n}"): (typeof documents)["query Firms($after: String) {\n  firms(first: 25, after: $after) {\n    nodes {\n      id\n      name\n      plan\n      planState\n      tier\n      clientCount\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n    totalCount\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Session {\n  viewer {\n    kind\n    person {\n      id\n      name\n      email\n      isStaff\n      hasPortfolio\n      environment\n      memberships {\n        role\n        firm {\n          id\n          name\n        }\n      }\n    }\n  }\n}"): (typeof documents)["query Session {\n  viewer {\n    kind\n    person {\n      id\n      name\n      email\n      isStaff\n      hasPortfolio\n      environment\n      memberships {\n        role\n        firm {\n          id\n          name\n        }\n      }\n    }\n  }\n}"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;