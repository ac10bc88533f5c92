"""Kernels that cut lists into slices: see slices.py. Lists ascend."""

from ...compiler import int64

WARP = 32  # lanes that fill a list
LANE_EDGES = 32  # neighboring edges that a lane adds up
IDS = 4  # of a word
WORDS = LANE_EDGES // IDS
CHUNK = WARP * LANE_EDGES


def first_from(src, begin, end, least):
    """The first edge of these whose id is `least` or more; a list ascends."""
    while begin < end:
        middle = (begin + end) >> 1
        if src[middle] < least:
            begin = middle + 1
        else:
            end = middle
    return begin


def find_parts(vertex, dst_ptr, src, near, number, least, lengths, begins, left):
    """Find the vertex's parts that are cut, and how many edges it keeps."""
    count, begin, end = dst_ptr.size - 1, int64(dst_ptr[vertex]), int64(dst_ptr[vertex + 1])
    kept, far = end - begin, end - begin < least  # too short to be ordered
    for index in range(number):
        stop = first_from(src, begin, end, (index + 1) * near) if not far else begin
        begins[index * count + vertex] = begin
        if stop - begin >= least:
            lengths[index * count + vertex] = stop - begin
            kept -= stop - begin
        begin = stop
    begins[number * count + vertex] = begin
    left[vertex] = kept


def lay_lane(lane, src, begins, starts, edges, bases, near, words, bits, counts):
    """Lay out a lane's edges; mark and count those that end a piece."""
    place, found, count = lane * LANE_EDGES, int64(0), int64(0)
    part, behind = int64(0), int64(starts.size)
    while behind - part > 1:
        middle = (part + behind) >> 1
        if starts[middle] <= place:
            part = middle
        else:
            behind = middle
    start, base = starts[part], bases[part]
    shift, stop, later = begins[part] - start, start + edges[part], later_start(starts, part)
    first = lane // WARP * WARP * WORDS + lane % WARP
    for index in range(WORDS):
        word = int64(0)
        for slot in range(IDS):
            if place >= later:
                part += 1
                start, base = starts[part], bases[part]
                shift, stop, later = begins[part] - start, start + edges[part], later_start(starts, part)
            new = src[place + shift] - base if place < stop else int64(near)
            word |= int64(new) << (16 * slot)
            place += 1
            if place == stop or place % CHUNK == 0:
                found |= int64(1) << (IDS * index + slot)
                count += 1
        words[first + index * WARP] = word
    bits[lane], counts[lane] = found, count


def later_start(starts, part):
    """Where the next part begins."""
    return starts[part + 1] if part + 1 < starts.size else int64(1) << 62


def cut_row(vertex, lengths, places, number, left, rows):
    """How many edges and pieces the vertex's list has."""
    count, total = left.size, int64(left[vertex])
    for index in range(number):
        length = int64(lengths[index * count + vertex])
        if length:
            total += pieces_of(places[index * count + vertex], length)
    rows[vertex + 1] = total


def piece_of(lanes, place):
    """The piece that the edge at this place belongs to."""
    lane = lanes[place // LANE_EDGES]
    left, piece = lane & ((int64(1) << (place % LANE_EDGES)) - 1), lane >> 32
    while left:
        left &= left - 1
        piece += 1
    return piece


def fill_row(item, dst_ptr, src, num_vertices, number, lengths, begins, places, lanes, row_ptr, filled):
    """Put a vertex's pieces and other edges into its list, together with 31 other threads."""
    vertex, lane, count = item // WARP, item % WARP, dst_ptr.size - 1
    target = row_ptr[vertex]
    for index in range(number + 1):
        begin, length, stop = int64(begins[index * count + vertex]), int64(0), int64(dst_ptr[vertex + 1])
        if index < number:
            length, stop = int64(lengths[index * count + vertex]), int64(begins[(index + 1) * count + vertex])
        if length:
            start = places[index * count + vertex]
            first, stop = num_vertices + piece_of(lanes, start), begin + pieces_of(start, length)
            for piece in range(begin + lane, stop, WARP):
                filled[target + piece - begin] = first + piece - begin
        else:
            for edge in range(begin + lane, stop, WARP):
                filled[target + edge - begin] = src[edge]
        target += stop - begin


def pieces_of(start, length):
    """How many pieces a part of this length is that starts here."""
    return (start + length - 1) // CHUNK - start // CHUNK + 1
