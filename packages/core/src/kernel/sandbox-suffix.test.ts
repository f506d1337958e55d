import { expect, it } from 'vitest';
import { sandboxSuffix } from './sandbox-suffix.js';

it('the sandbox suffix of an identifier is its last three characters, before the domain if it has one', () => {
  expect(sandboxSuffix('DE123002')).toBe('002');
  expect(sandboxSuffix('002')).toBe('002');
  expect(sandboxSuffix('$grace107@vasp.example')).toBe('107');
  expect(sandboxSuffix('a@b001@vasp.example')).toBe('001');
  expect(sandboxSuffix('grace@vasp001')).toBeNull();
  expect(sandboxSuffix('@001')).toBeNull();
  expect(sandboxSuffix('DE123999')).toBeNull();
  expect(sandboxSuffix('DE0021')).toBeNull();
  expect(sandboxSuffix('')).toBeNull();
});
