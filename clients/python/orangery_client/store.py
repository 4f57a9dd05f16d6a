"""Where mirrors and the place in the changes are kept: JSON by name."""
import json
import os
import re
from pathlib import Path
from typing import Any, Dict, List, Protocol, Union

from .errors import OrangeryError

NAME = re.compile('[A-Za-z0-9_]+')
# The file of a name, and the drafts that this package and the other one leave where they are killed.
SUFFIXES = ('.json', '.new', '.json.new')
FILE = re.compile(rf'({NAME.pattern})\.(?:json|new|json\.new)')


class Store(Protocol):
    """The methods of a store of your own. A write replaces the whole of one name at once."""

    def read(self, name: str) -> Any: ...

    def write(self, name: str, value: Any) -> None: ...

    def delete(self, name: str) -> None: ...

    def names(self) -> List[str]: ...


class MemoryStore:
    """Keeps mirrors as long as the program runs."""

    def __init__(self) -> None:
        self._values: Dict[str, str] = {}

    def read(self, name: str) -> Any:
        """The value of a name; None if there is none."""
        return json.loads(self._values[name]) if name in self._values else None

    def write(self, name: str, value: Any) -> None:
        """Replaces the whole of one name at once."""
        self._values[name] = json.dumps(value)

    def delete(self, name: str) -> None:
        self._values.pop(name, None)

    def names(self) -> List[str]:
        return list(self._values)


class FolderStore:
    """Keeps each mirror in a JSON file of a folder. Run one process for each folder."""

    def __init__(self, folder: Union[str, Path]):
        self._folder = Path(folder)

    def read(self, name: str) -> Any:
        """The value in the file of a name; None if there is no file."""
        try:
            return json.loads(self._file(name).read_text('utf-8'))
        except FileNotFoundError:
            return None

    def write(self, name: str, value: Any) -> None:
        """Replaces the file at once: whenever the process is killed, it is whole."""
        file = self._file(name)
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft = file.with_suffix('.new')
        # Only the owner may read the data of clients.
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), 'w', encoding='utf-8') as out:
            json.dump(value, out, ensure_ascii=False)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(file)

    def delete(self, name: str) -> None:
        """Deletes the file, and what a killed process has left of it."""
        for suffix in SUFFIXES:
            try:
                self._file(name).with_suffix(suffix).unlink()
            except FileNotFoundError:
                pass

    def names(self) -> List[str]:
        # A draft that a killed process has left is data of a client as well: without a name, nothing would delete it.
        found = (FILE.fullmatch(file.name) for file in self._folder.glob('*'))
        return sorted({file.group(1) for file in found if file})

    def _file(self, name: str) -> Path:
        # A name comes from the gateway: it is never a path.
        if NAME.fullmatch(name) is None:
            raise OrangeryError('The gateway has sent an id of another form.')
        return self._folder / f'{name}.json'
